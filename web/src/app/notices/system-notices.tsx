import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { announcementsApi } from '../../features/announcements/announcements-api.ts';
import { useGetEmergencyQuery } from '../../features/announcements/emergency/emergency-api.ts';
import { runsApi } from '../../features/commands/runs/runs-api.ts';
import { firmwareApi } from '../../features/firmware/firmware-api.ts';
import { selectSession } from '../../lib/session/session-slice.ts';
import { showSystemNotice, type SystemNotice } from '../../lib/system-notifications.ts';
import { LiveClientContext } from '../live.ts';
import type { AppDispatch } from '../store.ts';
import { noticesApi } from './notices-api.ts';
import { createWatch, failedAnnouncements, failedRuns, lostDevices, stoppedRollouts } from './watch.ts';

/** At most one digest of offline devices in this time. */
const DIGEST_MS = 60_000;
/** Events within this time are handled together. */
const COLLECT_MS = 5_000;
const NAMED_DEVICES = 3;
const FETCH = { forceRefetch: true, subscribe: false } as const;
const FIRST_PAGE = { page: 1, page_size: 20 } as const;

/** Tells by the browser what happens while the page is hidden; see SHELL-41. Shows nothing itself. */
export function SystemNotices() {
  const navigate = useNavigate();
  const tell = (notice: SystemNotice): void => showSystemNotice(notice, (path) => void navigate(path));
  useEmergencyNotices(tell);
  useFailureNotices(tell);
  useOfflineNotices(tell);
  return null;
}

type Tell = (notice: SystemNotice) => void;

function useEmergencyNotices(tell: Tell): void {
  const { t } = useTranslation('shell');
  const { data } = useGetEmergencyQuery();
  const before = useRef<ReadonlyMap<string, string> | null>(null);
  const compare = useEffectEvent((now: ReadonlyMap<string, string>) => {
    const earlier = before.current;
    before.current = now;
    if (earlier === null) return;
    const tellOf = (key: 'emergency_started' | 'emergency_ended', [id, body]: [string, string]): void =>
      tell({ tag: `belfry-${key}-${id}`, title: t(`notices.${key}`), body, path: '/home' });
    for (const run of now) if (!earlier.has(run[0])) tellOf('emergency_started', run);
    for (const run of earlier) if (!now.has(run[0])) tellOf('emergency_ended', run);
  });
  useEffect(() => {
    if (data) compare(new Map(data.active.map(({ run_id, title }) => [run_id, title])));
  }, [data]);
}

type Looks = Partial<Record<UserEvent['type'], (silent: boolean) => Promise<void>>>;

function useFailureNotices(tell: Tell): void {
  const client = useContext(LiveClientContext);
  const session = useSelector(selectSession);
  const userId = session?.user_id;
  const sees = session !== null && isAdministrator(session.role) ? 'all' : 'own';
  const notices = useFailureTexts();
  const dispatch = useDispatch<AppDispatch>();
  const tellAll = useEffectEvent((news: SystemNotice[]) => news.forEach(tell));
  const textOf = useEffectEvent((): typeof notices => notices);
  useEffect(() => {
    if (!client || userId === undefined) return;
    const watches = {
      announcements: createWatch(failedAnnouncements),
      runs: createWatch(failedRuns),
      rollouts: createWatch(stoppedRollouts),
    };
    const looks: Looks = {
      announcements_changed: async (silent) => {
        const { data } = await dispatch(announcementsApi.endpoints.getAnnouncementRuns.initiate(FIRST_PAGE, FETCH));
        const news = data ? watches.announcements(data.rows) : [];
        if (!silent) tellAll(news.map(textOf().announcement));
      },
      runs_changed: async (silent) => {
        const { data } = await dispatch(runsApi.endpoints.getCommandRuns.initiate(FIRST_PAGE, FETCH));
        const news = data ? watches.runs(data.rows) : [];
        if (!silent) tellAll(news.map(textOf().run));
      },
      ...(sees === 'all' && {
        firmware_changed: async (silent: boolean) => {
          const { data } = await dispatch(firmwareApi.endpoints.getRollouts.initiate(undefined, FETCH));
          const news = data ? watches.rollouts(data) : [];
          if (!silent) tellAll(news.map(textOf().rollout));
        },
      }),
    };
    return followEvents(looks, (listener) =>
      client.subscribe(topics.userEvents(userId), (message) => {
        if (message.kind === 'userEvents') listener(message.payload.type);
      }),
    );
  }, [client, dispatch, userId, sees]);
}

/** While the page is visible an event is only noted; once it is hidden, what happened before is checked silently. */
function followEvents(looks: Looks, subscribe: (listener: (type: UserEvent['type']) => void) => () => void) {
  const noted = new Set<UserEvent['type']>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (silent: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const type of noted) void looks[type]?.(silent);
    noted.clear();
  };
  const unsubscribe = subscribe((type) => {
    if (!(type in looks)) return;
    noted.add(type);
    if (document.hidden) timer ??= setTimeout(() => look(false), COLLECT_MS);
  });
  const onVisibility = (): void => {
    if (document.hidden) look(true);
  };
  document.addEventListener('visibilitychange', onVisibility);
  for (const each of Object.values(looks)) void each(true);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

function useFailureTexts() {
  const { t } = useTranslation(['shell', 'commands']);
  return {
    announcement: ({ run, failures }: ReturnType<typeof failedAnnouncements>[number]['what']): SystemNotice => {
      const whole = run.state === 'failed';
      const places = t('notices.announcement_missed_text', { title: run.title, count: failures });
      return {
        tag: `belfry-announcement-${run.run_id}`,
        title: t(whole ? 'notices.announcement_failed' : 'notices.announcement_missed'),
        body: whole ? [run.title, run.error ?? ''].filter(Boolean).join(': ') : places,
        path: `/activity?view=said&open=said:${run.run_id}`,
      };
    },
    run: (run: ReturnType<typeof failedRuns>[number]['what']): SystemNotice => ({
      tag: `belfry-run-${run.run_id}`,
      title: t(run.state === 'stopped' ? 'notices.run_stopped' : 'notices.run_failed'),
      body: t('notices.run_text', { command: t(`commands:name.${run.command}`), count: run.failures }),
      path: `/activity?view=changes&open=commands:${run.run_id}`,
    }),
    rollout: (rollout: ReturnType<typeof stoppedRollouts>[number]['what']): SystemNotice => ({
      tag: `belfry-rollout-${rollout.rollout_id}`,
      title: t('notices.rollout_stopped'),
      body: [rollout.firmware_version, rollout.reason ?? ''].filter(Boolean).join(': '),
      path: '/devices',
    }),
  };
}

/** A digest of the devices that went offline, looked at once a minute while the page is hidden. */
function useOfflineNotices(tell: Tell): void {
  const { t } = useTranslation('shell');
  const session = useSelector(selectSession);
  const all = session !== null && isAdministrator(session.role);
  const dispatch = useDispatch<AppDispatch>();
  const digest = useEffectEvent((names: string[]) => {
    if (names.length === 0) return;
    const more = names.length > NAMED_DEVICES ? ' …' : '';
    tell({
      tag: 'belfry-offline',
      title: t('notices.offline', { count: names.length }),
      body: names.slice(0, NAMED_DEVICES).join(', ') + more,
      path: all ? '/devices?status=offline' : '/settings?tab=devices',
    });
  });
  useEffect(() => {
    const begin = () => createWatch((devices: readonly Device[]) => lostDevices(devices));
    let watch = begin();
    const { getOfflineFleet, getOfflineOwn } = noticesApi.endpoints;
    const look = async (): Promise<void> => {
      if (!document.hidden) return;
      const { data } = await dispatch((all ? getOfflineFleet : getOfflineOwn).initiate(undefined, FETCH));
      if (data) digest(watch(data).map(({ name, serial }) => name ?? serial));
    };
    const onVisibility = (): void => {
      // What went offline while the page was visible could be seen.
      watch = begin();
      void look();
    };
    const timer = setInterval(() => void look(), DIGEST_MS);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [all, dispatch]);
}

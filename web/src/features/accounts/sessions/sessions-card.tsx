import { useAct } from '../../../ui/use-act.ts';
import { Button, Text } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Dot } from '../../../kit/list/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useGetSessionsQuery, useRevokeOtherSessionsMutation, useRevokeSessionMutation } from './sessions-api.ts';
import classes from './sessions-card.module.css';
import rows from '../../../ui/lists/text-row.module.css';
import type { Session } from '@belfry/schemas/http/accounts/sessions';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { formatAgo } from '../../../lib/format.ts';
import { useNow } from '../../../lib/timers.ts';
import { useTimes } from '../../../lib/times.ts';

const AGE_STEP_MS = 10_000;
const MOBILE_SYSTEMS = /android|ios|iphone|ipad/i;
function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('sessions');
  const locale = useLocale();
  const times = useTimes();
  const { act } = useAct();
  const now = useNow(AGE_STEP_MS);
  const [revoke, { isLoading }] = useRevokeSessionMutation();
  const Device = MOBILE_SYSTEMS.test(session.system ?? '') ? IconDeviceMobile : IconDeviceDesktop;
  const device = deviceOf(session, {
    on: (browser, system) => t('on', { browser, system }),
    unknown: t('unknown_device'),
  });
  const end = async (): Promise<void> => {
    await act(() => revoke(session.id), { done: t('ended', { device }), failed: t('failed') });
  };
  return (
    <>
      <Device size={22} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={rows.text}>
        <span className={rows.name} title={session.user_agent ?? undefined}>
          {device}
        </span>
        <span className={rows.detail}>
          {session.current && (
            <>
              <Dot state="ok" text={t('this_one')} />
              {' · '}
            </>
          )}
          {placeOf(session, t('unknown_place'))}
        </span>
        <span className={rows.detail}>
          {t('when', {
            since: times.moment(session.created_at),
            ago: formatAgo(session.last_used_at, now, locale, 60_000),
          })}
        </span>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={isLoading}
          onClick={() => void end()}
          aria-label={t('end_this', { device })}
        >
          {t('end')}
        </Button>
      )}
    </>
  );
}

const SHOWN = 5;

type Frame = ComponentType<{ title: string; action?: ReactNode; children: ReactNode }>;

/** Where somebody is signed in. `Frame`: what surrounds it. */
export function SessionsCard({ Frame = Card }: { Frame?: Frame }) {
  const { t } = useTranslation('sessions');
  const errorText = useErrorMessage();
  const { act } = useAct();
  const query = useGetSessionsQuery(useLocale());
  const { data: sessions } = query;
  const [revokeOthers] = useRevokeOtherSessionsMutation();
  const [asking, setAsking] = useState(false);
  const [all, setAll] = useState(false);
  // This session first, then by last use.
  const ordered = (sessions ?? []).toSorted((a, b) => Number(b.current) - Number(a.current));
  const visible = sessions && (all ? ordered : ordered.slice(0, SHOWN));
  const others = sessions?.some(({ current }) => !current) ?? false;
  const revoke = async (): Promise<void> => {
    await act(() => revokeOthers(), { done: t('others_ended'), failed: t('failed') });
  };
  return (
    <Frame
      title={t('title')}
      action={
        others && (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t('end_others')}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('lead')}
      </Text>
      <RowList
        list={wholeList(query, visible)}
        label={t('title')}
        entry={rows.row}
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={3} height={44} />}
        empty={null}
        failure={(error) => ({ message: errorText(error, t('error')) })}
      >
        {(session) => <SessionRow session={session} />}
      </RowList>
      {visible && visible.length < ordered.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(true)}>
          {t('show_all', { count: ordered.length })}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('end_others')}
        confirmLabel={t('end')}
        tone="error"
        onConfirm={revoke}
        onClose={() => setAsking(false)}
      >
        {t('end_others_ask')}
      </ConfirmDialog>
    </Frame>
  );
}

type Texts = { on: (browser: string, system: string) => string; unknown: string };

/** `Firefox on Windows`, without unknown parts. */
export function deviceOf({ browser, system }: Pick<Session, 'browser' | 'system'>, { on, unknown }: Texts): string {
  if (browser && system) return on(browser, system);
  return browser ?? system ?? unknown;
}

/** `Moscow, Russia · 203.0.113.7`, without unknown parts. */
export function placeOf({ city, country, ip }: Pick<Session, 'city' | 'country' | 'ip'>, unknown: string): string {
  const place = [city, country].filter(Boolean).join(', ');
  return [place, ip].filter(Boolean).join(' · ') || unknown;
}

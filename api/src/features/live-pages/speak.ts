import { isDeepStrictEqual } from 'node:util';
import {
  PAGE_MAX_MS,
  PAGE_SILENCE_MS,
  PAGE_WAIT_MAX_S,
  type PageEnd,
  type PageState,
} from '@belfry/schemas/http/live-pages/live-pages';
import { encodePageFrame } from '@belfry/schemas/mqtt/page-frames';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { findCallerOfKey } from '../../people/live-keys.ts';
import { emergencyTargets, speechTargets } from '../../policies/owners.ts';
import { hasPlacesOf } from '../announcements/index.ts';
import { endPage } from './end-page.service.ts';
import { FrameGate } from './frame-gate.ts';
import { keepRecording } from './keep-recording.service.ts';
import { INVITED_MS } from './open-page.service.ts';
import { markUninvited, type PageNow, readPage, type SilentPlaces } from './page-devices.repository.ts';
import { pageStateOf } from './page-state.ts';
import { markLive, renewPage, type StoredPage } from './live-pages.repository.ts';

/** The speaker is told at most once in this time. */
const TICK_MS = 250;
const CHECK_MS = 1_000;
/** A page of many places is looked at for a fifth of the time, however long that takes, and at least each second. */
const REST = 4;
const LOOK_MAX_MS = CHECK_MS / REST;
/** An instance that has not renewed a page for so long is dead. */
export const ALIVE_MS = 4_000;
/** Rights that cannot be checked for so long end the page. */
const UNCHECKED_MS = 5_000;
/** A speaker begins within this time, once all that are waited for have answered. */
const OPENING_MS = PAGE_WAIT_MAX_S * 1_000 + 15_000;
/** A client that sends what is refused again and again is none of ours. */
const REFUSED_MAX = 500;
const PACKETS_MAX = 4_000;
const POLICIES = { speak: speechTargets, emergency: emergencyTargets };

export type PageSocket = {
  tell(state: PageState): void;
  close(): void;
};

export type Speech = {
  receive(bytes: Uint8Array): void;
  end(by: PageEnd): Promise<void>;
};

/**
 * Passes on what somebody says to the devices of a page, until one of the reasons of `PAGE_ENDS` ends it; see PAGE-3. Then the recording is kept.
 */
export function startSpeech(deps: Deps, page: StoredPage, socket: PageSocket): Speech {
  const { page_id: pageId, path } = page;
  const gate = new FrameGate();
  const packets: Uint8Array[] = [];
  const openedAt = Date.now();
  let firstFrameAt: number | null = null;
  let lastFrameAt = openedAt;
  let checkedAt = openedAt;
  let triedAt = 0;
  let refused = 0;
  let isEndSent = false;
  let isLooking = false;
  let lookedUntil = 0;
  let lookMs = 0;
  let told: PageState | null = null;
  let silent: SilentPlaces | undefined;
  let ending: Promise<void> | null = null;
  let settling = Promise.resolve();
  const timer = setInterval(() => void look(), TICK_MS);
  const undo = deps.livePages.add(pageId, { end, settled: () => settling });

  function receive(bytes: Uint8Array): void {
    if (ending) return;
    const now = Date.now();
    const accepted = gate.accept(bytes, now);
    if (typeof accepted === 'string') {
      refused += 1;
      if (accepted === 'malformed' || refused > REFUSED_MAX) void end('socket');
      return;
    }
    firstFrameAt ??= now;
    lastFrameAt = now;
    if (accepted.packet.length > 0 && packets.length < PACKETS_MAX) packets.push(accepted.packet);
    isEndSent ||= accepted.isEnd;
    pass(accepted.frame);
    if (accepted.isEnd) void end('closed');
    else if (now - firstFrameAt >= PAGE_MAX_MS) void end('limit');
  }

  /** Nobody waits for a frame: it is heard now or never. */
  function pass(frame: Buffer): void {
    if (path === 'http') deps.livePages.pass(pageId, frame);
    if (path === 'mqtt')
      deps.broker.publish(topics.pageAudio(pageId), frame, { qos: 0 }).catch(() => void end('broker'));
  }

  /** Tells the devices that nothing follows; they end by themselves where it does not arrive. */
  async function passLast(): Promise<void> {
    const last = { isEnd: true, samples: 0, seq: gate.nextSeq, capturedAt: Date.now(), packet: new Uint8Array() };
    const frame = Buffer.from(encodePageFrame(last).buffer);
    if (path === 'http') deps.livePages.pass(pageId, frame);
    if (path !== 'mqtt') return;
    await deps.broker.publish(topics.pageAudio(pageId), frame, { qos: 0 }).catch(() => undefined);
  }

  function dueEnd(now: number): PageEnd | null {
    if (path !== 'record' && !deps.broker.connected) return 'broker';
    if (now - checkedAt > UNCHECKED_MS) return 'rights';
    if (firstFrameAt === null) return now - openedAt > OPENING_MS ? 'silence' : null;
    if (now - firstFrameAt >= PAGE_MAX_MS) return 'limit';
    return now - lastFrameAt > PAGE_SILENCE_MS ? 'silence' : null;
  }

  async function look(): Promise<void> {
    const now = Date.now();
    const due = dueEnd(now);
    if (due) return end(due);
    if (isLooking || ending || now - lookedUntil < REST * lookMs) return;
    isLooking = true;
    try {
      if (now - triedAt >= CHECK_MS) {
        triedAt = now;
        if (!(await mayStillSpeak(deps, page))) return void end('rights');
        checkedAt = Date.now();
        await renewPage(deps.db, pageId, {
          aliveUntil: new Date(Date.now() + ALIVE_MS),
          frames: gate.nextSeq,
          firstFrameAt: firstFrameAt === null ? null : new Date(firstFrameAt),
        });
      }
      const pageNow = await readPage(deps.db, pageId, silent);
      silent = pageNow?.silent;
      // By another instance, which has said why.
      if (!pageNow || pageNow.state === 'ended') return void end('closed');
      // By a person, or because a membership has ended.
      if (pageNow.stopped) return void end((await mayStillSpeak(deps, page)) ? 'closed' : 'rights');
      await leaveOut(deps, page, pageNow);
      await tell(pageNow);
    } catch (error) {
      deps.log.debug({ err: error, page_id: pageId }, 'the state of a live page could not be read');
    } finally {
      isLooking = false;
      lookedUntil = Date.now();
      lookMs = Math.min(lookedUntil - now, LOOK_MAX_MS);
    }
  }

  async function tell(pageNow: PageNow): Promise<void> {
    const first_frame_at = firstFrameAt === null ? null : new Date(firstFrameAt);
    const state = pageStateOf({ ...pageNow, first_frame_at });
    if (pageNow.state === 'opening' && state.state === 'live') await markLive(deps.db, pageId);
    if (ending || isDeepStrictEqual(toCompare(state), told && toCompare(told))) return;
    told = state;
    socket.tell(state);
  }

  function end(by: PageEnd, actor?: Actor): Promise<void> {
    if (ending) return ending;
    const report = (error: unknown): void =>
      deps.log.error({ err: error, page_id: pageId }, 'a live page could not be ended as it should');
    ending = finish(by, actor).catch(report);
    settling = ending
      .then(() => keepRecording(deps, page, packets))
      .catch(report)
      .finally(undo);
    return ending;
  }

  async function finish(by: PageEnd, actor?: Actor): Promise<void> {
    clearInterval(timer);
    if (!isEndSent) await passLast();
    deps.livePages.endStreams(pageId);
    try {
      await endPage(deps, pageId, { by, ...(actor && { actor }) });
      const pageNow = await readPage(deps.db, pageId);
      if (pageNow) socket.tell(pageStateOf(pageNow));
    } finally {
      socket.close();
    }
  }

  return { receive, end };
}

/** The time that is left counts by seconds. */
const toCompare = ({ remaining_ms, ...state }: PageState) => ({ ...state, seconds: Math.ceil(remaining_ms / 1_000) });

async function leaveOut(
  { broker, db, livePages }: Pick<Deps, 'broker' | 'db' | 'livePages'>,
  { page_id, path, opened_at }: StoredPage,
  { devices }: PageNow,
): Promise<void> {
  const lost = devices.filter((device) => device.lost && !device.uninvited);
  if (lost.length === 0) return;
  await markUninvited(
    db,
    page_id,
    lost.map(({ device_id }) => device_id),
  );
  const serials = lost.map(({ serial }) => serial);
  livePages.endStreams(page_id, new Set(serials));
  if (path !== 'mqtt') return;
  const others = devices.filter((device) => !device.lost && !device.uninvited);
  await broker.uninvite(page_id, serials, {
    serials: others.map(({ serial }) => serial),
    expiresAt: new Date(opened_at.getTime() + INVITED_MS),
  });
}

/** Whether the session of the speaker is still valid, and they may still speak at every place of the page. */
async function mayStillSpeak(
  { db }: Pick<Deps, 'db'>,
  { key_id, run_id, opened_by, priority }: StoredPage,
): Promise<boolean> {
  const caller = await findCallerOfKey(db, key_id);
  if (caller?.id !== opened_by) return false;
  const policy = priority === 'emergency' ? POLICIES.emergency : POLICIES.speak;
  return hasPlacesOf(db, run_id, [policy(caller)]);
}

import { createHash } from 'node:crypto';
import { RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { ReceiptMessage } from '@belfry/schemas/mqtt/messages';
import type { Programme, ProgrammeRun } from '@belfry/schemas/http/schedules/programme';
import { createJournalSender, type JournalSender, type JournalSenderDeps } from '../device/journal-sender.ts';
import { newCounters } from '../device/counters.ts';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Receipt } from '../hardware/receipt-journal.ts';
import type { ManualClock } from './manual-clock.ts';
import { bootPlayback, type TestPlayback } from './test-playback.ts';
import { bell, testProgramme } from './test-programme.ts';

const DAY_MS = 24 * 3_600_000;
/** Bells of a school day, in minutes after midnight. */
const BELLS = [480, 525, 530, 575, 595, 640, 645, 690, 720, 765, 770, 815];

/** The instant of a local time, by the rules of Europe: an hour ahead of UTC, two in summer. */
export function berlin(day: number, minutes: number): number {
  const utc = day + minutes * 60_000;
  const year = new Date(utc).getUTCFullYear();
  const changes = [2, 9].map((month) => {
    const last = new Date(Date.UTC(year, month + 1, 0));
    return last.getTime() - last.getUTCDay() * DAY_MS + 3_600_000;
  });
  const isSummer = (instant: number): boolean => instant >= (changes[0] ?? 0) && instant < (changes[1] ?? 0);
  return isSummer(utc - 2 * 3_600_000) ? utc - 2 * 3_600_000 : utc - 3_600_000;
}

/** All bells from this day on. Equal bells have equal ids, as schedules have them. */
export function schoolBells(firstDay: number, days: number): ProgrammeRun[] {
  return Array.from({ length: days }, (_, index) => firstDay + index * DAY_MS).flatMap((day) =>
    BELLS.map((minutes) => bell(berlin(day, minutes), { run_id: idOf(`${day} ${minutes}`) })),
  );
}

function idOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function compiledAt(now: number, bells: readonly ProgrammeRun[]): Programme {
  const runs = bells.filter(({ at }) => Date.parse(at) > now - 600_000 && Date.parse(at) < now + 7 * DAY_MS);
  return testProgramme(runs, { compiled_at: new Date(now).toISOString() }).programme;
}

const receiptSender = (flash: Flash, clock: Clock, send: JournalSenderDeps<Receipt>['send']): JournalSender =>
  createJournalSender({
    journal: flash.receipts,
    clock,
    counters: newCounters().receipts,
    firstAckTimeoutMs: 30_000,
    maxAgeMs: RECEIPTS_JOURNAL.maxAgeMs,
    send,
  });

/** A server that compiles programmes of seven days and stores receipts, behind a network that may be down. */
export function createSchool(clock: ManualClock, flash: Flash, bells: readonly ProgrammeRun[]) {
  const receipts = new Map<number, ReceiptMessage>();
  let isUp = true;
  let device: TestPlayback | null = null;
  let sender: JournalSender | null = null;
  let text = '';

  function compile(): void {
    text = JSON.stringify(compiledAt(clock.now(), bells));
    announce();
  }

  function announce(): void {
    if (isUp && device) device.playback.programmeAnnounced(createHash('sha256').update(text).digest('hex'));
  }

  const store: JournalSenderDeps<Receipt>['send'] = (seq, receipt, delivered) => {
    if (!isUp) return;
    receipts.set(seq, { seq, ...receipt });
    delivered();
  };

  function connect(): void {
    if (!isUp || !device) return;
    device.playback.connected();
    sender?.connected();
    announce();
  }

  return {
    receipts,
    compile,
    isOn: (): boolean => device !== null,
    setNetwork(up: boolean): void {
      isUp = up;
      if (up) return connect();
      device?.playback.disconnected();
      sender?.disconnected();
    },
    switchOn(): void {
      sender = receiptSender(flash, clock, store);
      const added = (): void => sender?.added();
      const programmeSource = { fetch: async () => text, current: async () => undefined };
      device = bootPlayback(clock, flash, { reported: added, programmeSource });
      connect();
    },
    switchOff(): void {
      device?.powerOff();
      sender?.disconnected();
      device = null;
    },
    async pass(seconds: number): Promise<void> {
      await clock.advance(seconds * 1_000);
      device?.playback.tick();
      sender?.tick();
      if (isUp && device && flash.receipts.size > 0) sender?.acknowledged(flash.receipts.lastSeq);
    },
  };
}

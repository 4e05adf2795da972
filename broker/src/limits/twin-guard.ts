import type { Serial } from '@belfry/schemas/domain/serial';
import { TWINS_REMEMBERED_MS, type BrokerTwins } from '@belfry/schemas/http/service/internal';
import type { Connection } from '../transport/connection.ts';

type Held = Pick<Connection, 'destroyed' | 'reportedIp' | 'lastReceivedAt'> & { transport: { peer: string } };
type Place = BrokerTwins['stays'];
type Takeover = { at: number; from: Place; to: string };
type Watch = {
  takeovers: Takeover[];
  /** While two devices have the key: until when the other is refused, and what was reported last. */
  guard: { until: number; reportedAt: number } | null;
};

/** Time in which takeovers count. */
const WINDOW_MS = 90_000;
/** Takeovers to the other place and back: more than a device makes that has only changed its network. */
const ALTERNATING = 3;
/** Takeovers from one address within RAPID_MS: more than a device makes by restarting. */
const RAPID = 4;
const RAPID_MS = 40_000;
const REPORT_EVERY_MS = 20_000;
/** A connection without a packet for this long may be dead, and is no reason to refuse another; see MQTT-5. */
const SILENT_MS = 90_000;

/**
 * Tells a device that connects again from two devices with one key, as the copy of an SD card has it: these end each other's connection in turn. Then the one
 * that is connected stays, and the other is refused.
 */
export class TwinGuard {
  readonly #report: (twins: BrokerTwins) => void;
  readonly #watches = new Map<Serial, Watch>();

  /** @param report called with both places when it is noticed, and at most every 20 s while the other goes on to try */
  constructor(report: (twins: BrokerTwins) => void) {
    this.#report = report;
  }

  /** Whether a device may connect from this address. @param held its connection that would end */
  admits(serial: Serial, peer: string, held: Held | undefined, now: number): boolean {
    if (!held || held.destroyed) return true;
    const watch = this.#watches.get(serial) ?? { takeovers: [], guard: null };
    this.#watches.set(serial, watch);
    const isGuarded = watch.guard !== null && now < watch.guard.until;
    if (isGuarded && now - held.lastReceivedAt > SILENT_MS) return true;
    watch.takeovers = watch.takeovers.filter(({ at }) => isGuarded || now - at < WINDOW_MS);
    if (!isGuarded) {
      watch.takeovers.push({ at: now, from: placeOf(held), to: peer });
      if (!areTwins(watch.takeovers, now)) return true;
    }
    const reportedAt = isGuarded ? (watch.guard?.reportedAt ?? -Infinity) : -Infinity;
    const isDue = now - reportedAt >= REPORT_EVERY_MS;
    watch.guard = { until: now + TWINS_REMEMBERED_MS, reportedAt: isDue ? now : reportedAt };
    if (isDue) this.#report({ serial, stays: placeOf(held), refused: refusedOf(watch.takeovers, peer) });
    return false;
  }

  /** Notes the address that a device says it has: two devices behind one router have the same peer. */
  noteStatus(serial: Serial, connection: Pick<Connection, 'reportedIp'>, ip: string | null): void {
    if (this.#watches.has(serial)) connection.reportedIp = ip;
  }

  /** The key has changed, so that only one device has it. */
  forget(serial: Serial): void {
    this.#watches.delete(serial);
  }

  expire(now: number): void {
    for (const [serial, { takeovers, guard }] of this.#watches) {
      const isOver = guard === null || now >= guard.until;
      if (isOver && takeovers.every(({ at }) => now - at >= WINDOW_MS)) this.#watches.delete(serial);
    }
  }
}

const placeOf = ({ transport: { peer }, reportedIp }: Held): Place => ({ peer, ip: reportedIp });

/** Place of the refused device: its peer, and the IP that it had there when its connection was taken over. */
function refusedOf(takeovers: readonly Takeover[], peer: string): Place {
  const left = takeovers.at(-2)?.from;
  return { peer, ip: left?.peer === peer ? left.ip : null };
}

function areTwins(takeovers: readonly Takeover[], now: number): boolean {
  const rapid = takeovers.at(-RAPID);
  if (rapid && now - rapid.at <= RAPID_MS) return true;
  const last = takeovers.slice(-ALTERNATING);
  if (last.length < ALTERNATING) return false;
  return last.every(({ from, to }) => from.peer !== to) || alternates(last.map(({ from }) => from.ip));
}

const alternates = (ips: readonly (string | null)[]): boolean =>
  ips.every((ip, at) => ip !== null && (at === 0 || ip !== ips[at - 1]));

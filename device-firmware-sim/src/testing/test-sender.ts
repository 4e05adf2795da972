import type { RtpTransport } from '@belfry/schemas/domain/network-speakers';
import { serialSchema, type Serial } from '@belfry/schemas/domain/serial';
import type { Feed } from '../rtp/feed.ts';
import { createRtpOutput, type RtpOutput } from '../rtp/rtp-output.ts';
import { createSenderEngine } from '../rtp/sender-engine.ts';
import type { SenderEvent, SoundSource, StreamTarget } from '../rtp/sender-messages.ts';
import type { ManualClock } from './manual-clock.ts';

export type SentPacket = {
  /** By the monotonic clock. */
  at: number;
  to: StreamTarget;
  isFirst: boolean;
  sequence: number;
  timestamp: number;
  /** Of L16: from −1 to 1. */
  samples: number[];
};

export const SPEAKER: Serial = serialSchema.parse('1111-2222-3333-4444');
export const L16: RtpTransport = { kind: 'rtp', address: '10.0.0.9', port: 5_004, codec: 'L16', rate: 48_000 };

/** Every sample of a file is this, so that what is heard of it can be counted. */
export const VALUES: Record<string, number> = { one: 0.1, two: 0.2, three: 0.3 };

/** An output of a network speaker whose sender runs in this process by a manual clock, and whose packets are kept. */
export function createTestSender(clock: ManualClock) {
  const packets: SentPacket[] = [];
  const events: SenderEvent[] = [];
  const opened: SoundSource[] = [];
  const handlers = new Set<(event: SenderEvent) => void>();
  const pages = new Map<string, number[]>();
  const restarts = new Set<() => void>();
  let failure: string | null = null;
  /** Streams sound only while this is true. */
  const station = { sounds: true };

  function openFeed({ source, rate, positionS }: { source: SoundSource; rate: number; positionS: number }): Feed {
    opened.push(source);
    const isStream = 'url' in source;
    const value = isStream ? 0.4 : (VALUES[source.sha256] ?? 0);
    let left = isStream ? Infinity : Math.round((source.durationMs / 1_000 - positionS) * rate);
    return {
      isReady: () => !isStream || station.sounds,
      isOver: () => left <= 0,
      failure: () => null,
      read(into) {
        const count = Math.min(into.length, left);
        into.fill(value, 0, count);
        left -= count;
        return count;
      },
      close: () => {},
    };
  }

  const start = () =>
    createSenderEngine({
      clock,
      random: () => 0,
      openFeed,
      send(packet, to, failed) {
        if (failure !== null) return failed(failure);
        packets.push(readPacket(packet, to, clock.monotonic()));
        return undefined;
      },
      emit(event) {
        events.push(event);
        for (const handle of handlers) handle(event);
      },
    });
  let engine = start();

  return {
    packets,
    events,
    opened,
    station,
    /** The network takes nothing any more; null: it does again. */
    break: (reason: string | null): void => void (failure = reason),
    /** The process dies, and another one is started. */
    restart(): void {
      engine.stop();
      engine = start();
      for (const handle of restarts) handle();
    },
    outputOf(serial: Serial = SPEAKER, transport: RtpTransport = L16): RtpOutput {
      return createRtpOutput({
        serial,
        transport,
        allowed: '',
        clock,
        // Any file that is there.
        pathOf: () => import.meta.filename,
        sender: {
          pages,
          send: (command) => engine.handle(structuredClone(command)),
          onEvent(handle) {
            handlers.add(handle);
            return () => void handlers.delete(handle);
          },
          onRestart(handle) {
            restarts.add(handle);
            return () => void restarts.delete(handle);
          },
        },
      });
    },
  };
}

function readPacket(packet: Uint8Array, to: StreamTarget, at: number): SentPacket {
  const view = new DataView(packet.buffer);
  const count = (packet.length - 12) / 2;
  return {
    at,
    to: { ...to },
    isFirst: (view.getUint8(1) & 0x80) !== 0,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    samples: Array.from({ length: count }, (_, index) => view.getInt16(12 + 2 * index) / 32_768),
  };
}

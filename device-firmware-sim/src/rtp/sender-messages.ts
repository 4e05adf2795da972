import type { RtpCodec } from '@belfry/schemas/domain/network-speakers';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';

/** What a device and its sender, which runs as a process of its own, say to each other. */

export type StreamTarget = {
  address: string;
  port: number;
  codec: RtpCodec;
  rate?: number | undefined;
  ttl: number;
  leadMs: number;
  tailMs: number;
};

/** `path`: the file on the disk; `durationMs` is that of the library. */
export type SoundSource = { sha256: string; path: string; durationMs: number } | { url: string };

type At = { speaker: Serial; channel: PlayerChannel };

export type SenderCommand =
  | (At & {
      kind: 'play';
      id: number;
      source: SoundSource;
      to: StreamTarget;
      /** 0–100 */
      volume: number;
      gainDb: number;
      positionS: number;
      /** ms since 1970; null: as soon as possible */
      startAt: number | null;
    })
  | (At & { kind: 'follow'; id: number; source: SoundSource; gainDb: number; overlapMs: number })
  | (At & { kind: 'stop' | 'pause' | 'resume' })
  | (At & { kind: 'volume'; volume: number; fadeMs: number })
  | { kind: 'page_open'; speaker: Serial; id: number; page: string; to: StreamTarget }
  /** Samples at 48 kHz; `heardAt` in ms since 1970. */
  | { kind: 'page_samples'; speaker: Serial; id: number; samples: Float32Array; heardAt: number }
  | { kind: 'page_close'; speaker: Serial; id: number; isCut: boolean };

export type SenderEvent =
  /** `positionS`: where it is by now; others may have begun it. */
  | (At & { kind: 'started'; id: number; positionS: number })
  /** `nextId`: what follows it plays. `silentMs`: of a stream that was given up. */
  | (At & { kind: 'ended'; id: number; nextId: number | null; silentMs: number })
  | (At & { kind: 'failed'; id: number; reason: string })
  | (At & { kind: 'title'; id: number; title: string })
  | { kind: 'page_failed'; speaker: Serial; id: number; reason: string }
  | { kind: 'ready' }
  | { kind: 'log'; line: string };

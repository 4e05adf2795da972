import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { createRtpOutput } from '@belfry/device-firmware-sim/rtp/rtp-output';
import { startSenderProcess } from '@belfry/device-firmware-sim/rtp/sender-process';
import { formatWav } from '@belfry/device-firmware-sim/sound/pcm';
import type { RtpTransport } from '@belfry/schemas/domain/network-speakers';
import { serialSchema } from '@belfry/schemas/domain/serial';

export const TONE_HZ = 1_000;
export const TONE_LEVEL = 0.5;
const FULL = { volume: 100 };

export const serialOf = (index: number) => serialSchema.parse(`1000-2000-3000-${String(index).padStart(4, '0')}`);

type RtpPlayerOptions = { allowed?: string; multicastInterface?: string };

/** A sender of its own, and the outputs of speakers that it carries. */
export function startRtpPlayer({ allowed = '127.0.0.1', multicastInterface }: RtpPlayerOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-rtp-'));
  const log: string[] = [];
  const sender = startSenderProcess({ clock: systemClock, multicastInterface, log: (line) => void log.push(line) });
  const pathOf = (name: string): string => join(folder, name);
  return {
    log,
    pid: (): number => sender.pid() ?? 0,
    /** A file with a tone. */
    storeTone(name: string, seconds: number, { hz = TONE_HZ, rate = 44_100 } = {}) {
      const samples = Float32Array.from(
        { length: rate * seconds },
        (_, index) => TONE_LEVEL * Math.sin((2 * Math.PI * hz * index) / rate),
      );
      writeFileSync(pathOf(name), formatWav({ samples, rate }));
      return { sha256: name, duration_ms: seconds * 1_000 };
    },
    outputOf(transport: RtpTransport, index = 1) {
      const { output } = createRtpOutput({
        sender,
        serial: serialOf(index),
        transport,
        allowed,
        clock: systemClock,
        pathOf,
      });
      return {
        output,
        /** Resolves when it was heard to its end; rejects with OutputError. */
        async playToEnd(source: { sha256: string; duration_ms: number }): Promise<void> {
          const ended = new Promise<void>((resolve, reject) => {
            const undo = output.onEnded((_channel, _isFollowed, _silentMs, failure) => {
              undo();
              if (failure === undefined) resolve();
              else reject(new Error(failure));
            });
          });
          ended.catch(() => {});
          await output.play('voice', source, FULL);
          await ended;
        },
      };
    },
    async close(): Promise<void> {
      await sender.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The level of the tone in dB against what was played, and of all else against the tone (THD+N). */
export function measureTone(
  samples: Float32Array,
  rate: number,
  hz = TONE_HZ,
): { levelDb: number; distortionDb: number } {
  let [sine, cosine, power] = [0, 0, 0];
  samples.forEach((sample, index) => {
    const angle = (2 * Math.PI * hz * index) / rate;
    sine += (2 * sample * Math.sin(angle)) / samples.length;
    cosine += (2 * sample * Math.cos(angle)) / samples.length;
    power += sample ** 2 / samples.length;
  });
  const tone = (sine ** 2 + cosine ** 2) / 2;
  return {
    levelDb: 10 * Math.log10(tone / (TONE_LEVEL ** 2 / 2)),
    distortionDb: 10 * Math.log10(Math.max(1e-12, power - tone) / tone),
  };
}

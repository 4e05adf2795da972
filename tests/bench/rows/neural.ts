import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createEngine } from '@belfry/api/features/speech/espeak-engine';
import { createNeural } from '@belfry/api/features/speech/neural/neural';
import { readMp3Frames } from '@belfry/api/lib/mp3-frames';
import { createLogger } from '@belfry/api/log';
import { piperConfig } from '@belfry/speech-neural/testing/piper-stand-in';
import { writeVoiceFiles } from '@belfry/speech-neural/testing/voice-folder';
import { ENGINE, enginesOf } from '../../support/processes/speech-engines.ts';
import { randomPiperModel } from '../lib/neural-model.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { quantile } from '../lib/statistics.ts';
import { cpuSeconds, residentMib } from '../lib/usage.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../infra/speech-neural/src/main.ts');
const NAME = 'lv-LV-Piper-Random-medium';
const CALLS = 20;
const LETTERS = 60;
const NEW = `new text of ${LETTERS} letters`;
const MAX_MS = 2_000;
const WORDS = ['veikals', 'tiek', 'slēgts', 'lūdzu', 'dodieties', 'uz', 'izeju', 'paldies', 'kase', 'durvis', 'skola'];

/** A text that was not said before: words in the order that a number gives. */
function textOf(number: number): string {
  const words = Array.from({ length: 20 }, (_, index) => WORDS[(number * (index + 3) + index) % WORDS.length]);
  return `${words
    .join(' ')
    .slice(0, LETTERS - 1)
    .trim()}.`;
}

function writeVoice(dataDir: string): number {
  const folder = join(dataDir, 'voices', NAME);
  const model = randomPiperModel();
  const files = writeVoiceFiles(folder, {
    'voice.onnx': model,
    'voice.onnx.json': Uint8Array.from(Buffer.from(JSON.stringify(piperConfig()))),
  });
  const facts = { name: NAME, kind: 'piper', language_code: 'lv-LV', gender: 'MALE', files };
  writeFileSync(join(folder, 'voice.json'), JSON.stringify(facts));
  return model.length;
}

async function prepare(): Promise<Measurement> {
  const dataDir = mkdtempSync(join(tmpdir(), 'belfry-neural-'));
  const bytes = writeVoice(dataDir);
  const log = createLogger('silent');
  const engine = createEngine({ path: ENGINE, log });
  const neural = createNeural({ path: PROGRAM, dataDir, log, engine });
  const used = { processor: 0, speech: 0, mib: 0 };
  let texts = 0;

  /** Milliseconds until the MP3 file of a new text is there. */
  async function speak(): Promise<number> {
    const [pid = 0] = enginesOf(process.pid, PROGRAM);
    const before = cpuSeconds(pid);
    const from = performance.now();
    const file = await neural.synthesize({ voice_name: NAME, language_codes: ['lv-LV'], text: textOf(++texts) });
    const taken = performance.now() - from;
    const [now = 0] = enginesOf(process.pid, PROGRAM);
    // The first text starts the process and loads the model.
    if (pid !== 0) {
      used.processor += cpuSeconds(now) - before;
      used.speech += readMp3Frames(file).seconds;
    }
    used.mib = Math.max(used.mib, residentMib(now));
    return taken;
  }

  return {
    title: `Neural voice of medium size: ${NEW} → its audio, model loaded, p95`,
    unit: 'ms',
    ours: NEW,
    contenders: [
      {
        name: NEW,
        round: async () => {
          const times: number[] = [];
          for (let call = 0; call < CALLS; call += 1) times.push(await speak());
          return quantile(
            times.toSorted((a, b) => a - b),
            0.95,
          );
        },
      },
    ],
    targets: [{ of: NEW, atMost: MAX_MS, unit: 'ms' }],
    get notes() {
      return [
        `A graph with the layers of Piper and random weights (${Math.round(bytes / 1_000_000)} MB); ${CALLS} texts a round, from text by phonemes to the MP3 file. What follows until it is heard is that of say-first-sample.`,
        `${(used.processor / (used.speech || 1)).toFixed(2)} processor seconds of the process for a second of speech; ${Math.round(used.mib)} MiB of it at most.`,
      ];
    },
    rounds: 3,
    stop: async () => {
      await neural.stop();
      await engine.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** What speech of a neural voice costs. */
export const neural: Row = { name: 'neural', prepare };

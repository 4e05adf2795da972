import { SERVICE, startStandaloneBroker } from '../lib/broker.ts';
import { node, start } from '../lib/processes.ts';
import type { Contender, Measurement, Row } from '../lib/row.ts';
import { residentMib } from '../lib/usage.ts';

const CONSOLES = 5;
const PER_SECOND = 3_000;
const BYTES = 1_000;
const SECONDS = 10;
const SAMPLE_EVERY_MS = 50;

interface Outcome {
  silence_ms: number;
  /** Maximum growth of the broker's resident memory, in MiB. */
  growth: number;
}
interface Subject {
  mqttPort: number;
  wsPort: number;
  pid: number;
}

async function run({ mqttPort, wsPort, pid }: Subject): Promise<Outcome> {
  const shape = { consoles: CONSOLES, perSecond: PER_SECOND, bytes: BYTES, seconds: SECONDS };
  const input = { mqttPort, wsPort, service: SERVICE, console: { userId: 1, password: 'bench' }, ...shape };
  const load = start(node('tests/bench/load/slow-console.ts', JSON.stringify(input)), { core: 1 });
  await load.line((line) => line === 'begun');
  const before = residentMib(pid);
  let max = before;
  const sampling = setInterval(() => (max = Math.max(max, residentMib(pid))), SAMPLE_EVERY_MS);
  const { silence_ms } = JSON.parse(await load.line((line) => line.startsWith('{'))) as Outcome;
  clearInterval(sampling);
  await load.stop();
  return { silence_ms, growth: max - before };
}

async function prepare(
  title: string,
  unit: string,
  figure: (outcome: Outcome) => number,
  atMost: number,
): Promise<Measurement> {
  const broker = await startStandaloneBroker();
  const aedes = start(node('tests/bench/floors/aedes-ws.ts', JSON.stringify({ mode: 'one-frame' })), { core: 0 });
  const ports = JSON.parse(await aedes.line((line) => line.startsWith('{'))) as { wsPort: number; mqttPort: number };
  const contender = (name: string, subject: Subject): Contender => ({
    name,
    round: async () => figure(await run(subject)),
  });
  return {
    title,
    unit,
    ours: 'Belfry broker',
    contenders: [
      contender('Belfry broker', broker),
      contender('bare Aedes', { ...ports, pid: aedes.process.pid ?? 0 }),
    ],
    targets: [{ atMost, unit }],
    notes: [
      `${CONSOLES} consoles that read and one that has stopped, ${PER_SECOND} messages of ${BYTES} bytes a second for ${SECONDS} s. A silence that outlasts the round is cut off there.`,
    ],
    rounds: 5,
    stop: async () => {
      await Promise.all([broker.stop(), aedes.stop()]);
    },
  };
}

/** One console stops reading: the longest time without a message of the others, and the growth of memory. */
export const slowConsoleRows: Row[] = [
  {
    name: 'slow-console',
    prepare: () =>
      prepare('longest silence beside a console that stops reading', 'ms', ({ silence_ms }) => silence_ms, 200),
  },
  {
    name: 'slow-console-memory',
    prepare: () =>
      prepare("growth of the broker's memory beside a console that stops reading", 'MiB', ({ growth }) => growth, 30),
  },
];

import type { Flash } from '@belfry/device-firmware-sim/hardware/flash';
import type { Receipt } from '@belfry/device-firmware-sim/hardware/receipt-journal';
import type { PlayerRun } from '@belfry/schemas/http/player/player';
import type { Next, Saying } from '../messages.ts';

const KEPT_MAX = 20;
const NEXT_MAX = 4;

type Deps = {
  /** The text of a run; null where the server is not reached or has none. */
  read: (runId: string) => Promise<PlayerRun | null>;
  flash: () => Pick<Flash, 'programme' | 'memory'> | null;
  changed: () => void;
};

/** What is said now, by the receipts of the device: those of its programme by their titles, others by the text of the server. */
export function createWhatIsSaid({ read, flash, changed }: Deps) {
  const texts = new Map<string, Promise<PlayerRun | null>>();
  /** In the order in which they have begun: an announcement that is interrupted goes on after the other. */
  const running = new Map<string, Saying>();

  function textOf(runId: string): Promise<PlayerRun | null> {
    const text = texts.get(runId) ?? read(runId);
    texts.set(runId, text);
    const [oldest] = texts.keys();
    if (texts.size > KEPT_MAX && oldest !== undefined) texts.delete(oldest);
    return text;
  }

  /** Null: music, which is not said, and the audio of an emergency that is prepared. */
  function localOf(runId: string): Saying | null {
    const kept = flash();
    const programme = kept?.programme.load()?.programme;
    const run = programme?.runs.find((one) => one.run_id === runId);
    if ((run && run.kind !== 'speech') || programme?.emergency.some(({ receipt_id }) => receipt_id === runId))
      return null;
    const isEmergency = kept?.memory.emergencies.some(({ params }) => params.run_id === runId) === true;
    const priority = run?.priority ?? (isEmergency ? 'emergency' : 'say_now');
    return { runId, title: run?.title ?? '', text: null, language: null, priority, isLive: false };
  }

  async function begin(runId: string): Promise<void> {
    const local = localOf(runId);
    if (!local) return;
    running.set(runId, local);
    changed();
    const told = await textOf(runId);
    if (!told || !running.has(runId)) return;
    const { title, text, language, priority, kind } = told;
    running.set(runId, { ...local, title: local.title || title, text, language, priority, isLive: kind === 'page' });
    changed();
  }

  return {
    reported({ run_id, event }: Pick<Receipt, 'run_id' | 'event'>): void {
      if (event === 'fetched') void (localOf(run_id) && textOf(run_id));
      else if (event === 'started') void begin(run_id);
      else if (running.delete(run_id)) changed();
    },
    current: (): Saying | null => {
      const all = [...running.values()];
      return all.findLast(({ priority }) => priority === 'emergency') ?? all.at(-1) ?? null;
    },
    next(now: number): Next[] {
      const runs = flash()?.programme.load()?.programme.runs ?? [];
      return runs
        .map(({ at, title }) => ({ at: Date.parse(at), title }))
        .filter(({ at }) => at > now)
        .slice(0, NEXT_MAX);
    },
  };
}

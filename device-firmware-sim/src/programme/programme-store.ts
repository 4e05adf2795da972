import { programmeSchema, type Programme } from '@belfry/schemas/http/schedules/programme';
import type { Serial } from '@belfry/schemas/domain/serial';
import { backoffMs } from '@belfry/schemas/timing/backoff';
import { sleep, type Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';
import { sha256Of } from '../lib/sha256.ts';

export type StoredProgramme = { sha256: string; programme: Programme };

export type ProgrammeFile = {
  load(): StoredProgramme | null;
  /** Replaces it; null removes it. @param text the text as it was received */
  save(next: StoredProgramme | null, text?: string): void;
};

/** Parses a programme for this device. Throws for an invalid one. */
export function parseProgramme(text: string, serial: Serial): StoredProgramme {
  const programme = programmeSchema.parse(JSON.parse(text));
  if (programme.serial !== serial) throw new Error(`The programme is for ${programme.serial}`);
  return { sha256: sha256Of(text), programme: shareContent(programme) };
}

/** A programme that is lost with the process. */
export function programmeInMemory(): ProgrammeFile {
  let storedProgramme: StoredProgramme | null = null;
  return {
    load: () => storedProgramme,
    save: (next) => void (storedProgramme = next),
  };
}

const SHARED = ['audio', 'runs', 'music', 'emergency', 'quiet_hours'] as const;

const contents = new Map<string, WeakRef<object>>();
const collected = new FinalizationRegistry<string>((hash) => {
  if (contents.get(hash)?.deref() === undefined) contents.delete(hash);
});

/** Lets the devices of a process share the parts of their programmes that are equal: thousands have the same bells. */
function shareContent(programme: Programme): Programme {
  const shared = SHARED.map((name) => [name, shareEqual(programme[name])]);
  return { ...programme, ...(Object.fromEntries(shared) as Pick<Programme, (typeof SHARED)[number]>) };
}

function shareEqual<T extends object>(part: T): T {
  const hash = sha256Of(JSON.stringify(part));
  const equal = contents.get(hash)?.deref();
  if (equal) return equal as T;
  contents.set(hash, new WeakRef(part));
  collected.register(part, hash);
  return part;
}

/** After a failure, or when the body is of another version than the message. */
const RETRY = { firstMs: 500, maxMs: 30_000 };
/** How long after a connection the retained message may take. */
const ANNOUNCED_WITHIN_MS = 10_000;
/** Devices without a programme ask within this time after it, so that a new fleet does not ask at once. */
const ASK_SPREAD_MS = 10_000;
/** Delay before a device asks again that got no answer. */
const ASK_AGAIN = { firstMs: 5_000, maxMs: 60_000 };

export type ProgrammeSource = {
  /** The text of the current programme. Throws DownloadError. */
  fetch(): Promise<string>;
  /**
   * The hash of the current programme, of which the device has the one with the hash `sha256`. Null: the server answers that this device
   * has none; undefined: it was not reached, or answered something else.
   */
  current(sha256: string | null): Promise<string | null | undefined>;
};

type ProgrammeUpdaterDeps = {
  serial: Serial;
  clock: Clock;
  random: Random;
  file: ProgrammeFile;
  source: ProgrammeSource;
  /** The programme is another one; it has been stored. */
  changed: (before: Programme | null) => void;
  invalid: () => void;
};

export function createProgrammeUpdater(deps: ProgrammeUpdaterDeps) {
  const { serial, clock, random, file, source, changed, invalid } = deps;
  /** The hash of the announced programme; null after a connection until it is announced. */
  let targetHash: string | null = null;
  /** Distinguishes the connections, so that what was begun in an earlier one ends. */
  let connection = 0;
  let fetching = false;

  const isMissing = (begun: number): boolean =>
    begun === connection && targetHash !== null && file.load()?.sha256 !== targetHash;

  async function update(): Promise<void> {
    if (fetching) return;
    fetching = true;
    const begun = connection;
    for (let failures = 0; isMissing(begun); failures++) {
      if (failures > 0) await sleep(clock, backoffMs(failures - 1, RETRY, random.next));
      if (begun === connection) await attempt(begun);
    }
    fetching = false;
    if (begun !== connection && isMissing(connection)) void update();
  }

  async function attempt(begun: number): Promise<void> {
    const text = await source.fetch().catch(() => null);
    if (text === null || begun !== connection) return;
    const sha256 = sha256Of(text);
    if (sha256 === targetHash) store(text);
  }

  function store(text: string): void {
    const before = file.load()?.programme ?? null;
    try {
      file.save(parseProgramme(text, serial), text);
    } catch {
      // It would be the same again; the next version is announced.
      targetHash = null;
      return invalid();
    }
    changed(before);
  }

  const isUntold = (begun: number): boolean => begun === connection && targetHash === null;

  /**
   * Asks for the programme where nothing was announced: it may have been deleted while the device was away, or its announcement may be
   * lost, as it is for a device that got its key after its programme was compiled.
   */
  async function ask(begun: number, failures = 0): Promise<void> {
    if (!isUntold(begun)) return;
    const storedProgramme = file.load();
    const current = await source.current(storedProgramme?.sha256 ?? null);
    if (!isUntold(begun)) return;
    if (current === undefined) {
      clock.after(backoffMs(failures, ASK_AGAIN, random.next), () => void ask(begun, failures + 1));
    } else if (current !== null) {
      targetHash = current;
      void update();
    } else if (storedProgramme) {
      file.save(null);
      changed(storedProgramme.programme);
    }
  }

  return {
    announced: (sha256: string): void => {
      targetHash = sha256;
      void update();
    },
    connected: (): void => {
      targetHash = null;
      const begun = ++connection;
      const spreadMs = file.load() ? 0 : random.next() * ASK_SPREAD_MS;
      clock.after(ANNOUNCED_WITHIN_MS + spreadMs, () => void ask(begun));
    },
    disconnected: (): void => void connection++,
  };
}

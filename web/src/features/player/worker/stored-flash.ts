import { formatSnapshot, parseSnapshot } from '@belfry/device-firmware-sim/fleet/storage-format';
import {
  appendReceipt,
  newStored,
  type Flash,
  type Memory,
  type Stored,
} from '@belfry/device-firmware-sim/hardware/flash';
import type { Receipt } from '@belfry/device-firmware-sim/hardware/receipt-journal';
import {
  parseProgramme,
  type ProgrammeFile,
  type StoredProgramme,
} from '@belfry/device-firmware-sim/programme/programme-store';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Store } from './store.ts';

const STATE = 'flash';
const PROGRAMME = 'programme';

type StoredFlashDeps = {
  store: Store;
  serial: Serial;
  factory: () => Memory;
  /** Something could not be stored; the device goes on in memory, and it is tried again with the next change. */
  failed: () => void;
  reported: (receipt: Receipt) => void;
};

/** The flash of a device in the storage of the browser. What cannot be read is as new. */
export async function openFlash({ store, serial, factory, failed, reported }: StoredFlashDeps): Promise<Flash> {
  const state = readState(await store.read(STATE), serial) ?? newStored(factory());
  // The index of the files is that of the store.
  state.audio.clear();
  const programme = readProgramme(await store.read(PROGRAMME), serial);
  const { save, stored } = createSaver(() => store.write(STATE, formatSnapshot(new Map([[serial, state]]))), failed);
  return {
    ...state,
    programme: programmeFile(programme, (text) => void store.write(PROGRAMME, text).catch(failed)),
    changed: save,
    stored,
    append(measurement) {
      const seq = state.journal.append(measurement);
      save();
      return seq;
    },
    report(receipt) {
      appendReceipt(state, receipt);
      save();
      reported(receipt);
    },
    noteInput(change) {
      state.inputs.append(change);
      save();
    },
  };
}

function readState(text: string | null, serial: Serial): Stored | undefined {
  try {
    return text === null ? undefined : parseSnapshot(text).get(serial);
  } catch {
    return undefined;
  }
}

function readProgramme(text: string | null, serial: Serial): StoredProgramme | null {
  try {
    return text === null ? null : parseProgramme(text, serial);
  } catch {
    return null;
  }
}

function programmeFile(first: StoredProgramme | null, write: (text: string | null) => void): ProgrammeFile {
  let current = first;
  return {
    load: () => current,
    save(next, text) {
      current = next;
      write(next === null ? null : (text ?? null));
    },
  };
}

/** Writes at once, and once more when something has changed meanwhile. */
function createSaver(write: () => Promise<void>, failed: () => void) {
  let writing: Promise<void> | null = null;
  let hasChanged = false;
  async function run(): Promise<void> {
    while (hasChanged) {
      hasChanged = false;
      // What changes in one go is written together.
      await Promise.resolve();
      await write().catch(failed);
    }
    writing = null;
  }
  return {
    save: (): void => {
      hasChanged = true;
      writing ??= run();
    },
    stored: (): Promise<void> => writing ?? Promise.resolve(),
  };
}

import type { FileStore } from '../../../storage/index.ts';

const FOLDER = 'samples';
const EXTENSION = '.mp3';

/** The stored samples. A sample exists if its file exists. */
export type SampleFiles = {
  store: FileStore;
  /** The name in `store`. */
  nameOf: (voiceName: string) => string;
  list: () => Promise<string[]>;
  has: (voiceName: string) => Promise<boolean>;
  /**
   * @param isWanted is called before and after, because a sample that was deleted during its synthesis must not be stored
   * @returns whether the file was written
   */
  write(voiceName: string, audio: Buffer, isWanted: () => boolean): Promise<boolean>;
  /** Returns whether there was one. */
  remove(voiceName: string): Promise<boolean>;
  /** Returns how many there were. */
  removeAll(): Promise<number>;
};

/** Names of voices must be validated before, because they become file names. */
export function createSampleFiles(store: FileStore): SampleFiles {
  const nameOf = (voiceName: string): string => `${FOLDER}/${voiceName}${EXTENSION}`;
  return {
    store,
    nameOf,
    async list() {
      const names: string[] = [];
      for await (const page of store.list(FOLDER)) {
        for (const name of page) if (isSample(name)) names.push(name.slice(FOLDER.length + 1, -EXTENSION.length));
      }
      return names;
    },
    has: async (voiceName) => (await store.find(nameOf(voiceName))) !== null,
    async write(voiceName, audio, isWanted) {
      if (!isWanted()) return false;
      await store.put(nameOf(voiceName), audio);
      // The sample may have been deleted before the file existed.
      if (isWanted()) return true;
      await store.remove(nameOf(voiceName));
      return false;
    },
    remove: (voiceName) => store.remove(nameOf(voiceName)),
    async removeAll() {
      let samples = 0;
      for await (const page of store.list(FOLDER)) {
        for (const name of page) if ((await store.remove(name)) && isSample(name)) samples += 1;
      }
      return samples;
    },
  };
}

const isSample = (name: string): boolean => name.endsWith(EXTENSION);

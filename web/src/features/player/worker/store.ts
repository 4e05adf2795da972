/** What a player keeps: texts by name, and files by hash. Writes reject where there is no room. */
export type Store = {
  /** False: it is lost with the page. */
  isKept: boolean;
  read: (name: string) => Promise<string | null>;
  /** null removes it. */
  write: (name: string, text: string | null) => Promise<void>;
  files: () => Promise<{ sha256: string; bytes: number }[]>;
  readFile: (sha256: string) => Promise<Blob | null>;
  writeFile: (sha256: string, file: Blob) => Promise<void>;
  removeFiles: (sha256s: readonly string[]) => Promise<void>;
};

const DATABASE = 'belfry-player';
const TEXTS = 'texts';
const FILES = 'files';

/** The database of this browser; where it has none, as in some private windows, memory. */
export async function openStore(): Promise<Store> {
  const database = await openDatabase().catch(() => null);
  return database ? storeIn(database) : memoryStore();
}

function openDatabase(): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(TEXTS);
    opening.result.createObjectStore(FILES);
  });
  opening.addEventListener('success', () => resolve(opening.result));
  for (const event of ['error', 'blocked']) opening.addEventListener(event, () => reject(opening.error));
  return promise;
}

function storeIn(database: IDBDatabase): Store {
  function change(name: string, edit: (objects: IDBObjectStore) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
    transaction.addEventListener('complete', () => resolve());
    for (const event of ['abort', 'error']) transaction.addEventListener(event, () => reject(transaction.error));
    edit(transaction.objectStore(name));
    return promise;
  }
  function ask<T>(request: IDBRequest<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
    return promise;
  }
  const objects = (name: string): IDBObjectStore => database.transaction(name).objectStore(name);

  return {
    isKept: true,
    read: async (name) => ((await ask(objects(TEXTS).get(name))) as string | undefined) ?? null,
    write: (name, text) => change(TEXTS, (texts) => void (text === null ? texts.delete(name) : texts.put(text, name))),
    async files() {
      const [names, files] = await Promise.all([ask(objects(FILES).getAllKeys()), ask(objects(FILES).getAll())]);
      return names.map((name, index) => ({ sha256: name as string, bytes: (files[index] as Blob).size }));
    },
    readFile: async (sha256) => ((await ask(objects(FILES).get(sha256))) as Blob | undefined) ?? null,
    writeFile: (sha256, file) => change(FILES, (files) => void files.put(file, sha256)),
    removeFiles: (sha256s) => change(FILES, (files) => sha256s.forEach((sha256) => files.delete(sha256))),
  };
}

export function memoryStore(): Store {
  const texts = new Map<string, string>();
  const files = new Map<string, Blob>();
  return {
    isKept: false,
    read: async (name) => texts.get(name) ?? null,
    write: async (name, text) => void (text === null ? texts.delete(name) : texts.set(name, text)),
    files: async () => [...files].map(([sha256, { size: bytes }]) => ({ sha256, bytes })),
    readFile: async (sha256) => files.get(sha256) ?? null,
    writeFile: async (sha256, file) => void files.set(sha256, file),
    removeFiles: async (sha256s) => sha256s.forEach((sha256) => files.delete(sha256)),
  };
}

const QUOTA_BYTES = 500_000_000;
/** What the browser offers is shared with everything else of this address. */
const SHARE = 0.5;

/** How many bytes of audio may be kept. */
export async function audioQuota(): Promise<number> {
  const { storage }: { storage?: StorageManager } = navigator;
  const { quota } = (await storage?.estimate().catch(() => null)) ?? {};
  return quota === undefined ? QUOTA_BYTES : Math.min(QUOTA_BYTES, quota * SHARE);
}

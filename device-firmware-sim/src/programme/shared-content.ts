import { createHash } from 'node:crypto';
import type { Programme } from '@belfry/schemas/http/schedules/programme';

/** The parts of a programme that are equal on many devices. */
const SHARED = ['audio', 'runs', 'music', 'emergency', 'quiet_hours'] as const;

const contents = new Map<string, WeakRef<object>>();
const collected = new FinalizationRegistry<string>((hash) => {
  if (contents.get(hash)?.deref() === undefined) contents.delete(hash);
});

/** Lets the devices of a process share the parts of their programmes that are equal: thousands have the same bells. */
export function shareContent(programme: Programme): Programme {
  const shared = SHARED.map((name) => [name, shareEqual(programme[name])]);
  return { ...programme, ...(Object.fromEntries(shared) as Pick<Programme, (typeof SHARED)[number]>) };
}

function shareEqual<T extends object>(part: T): T {
  const hash = createHash('sha256').update(JSON.stringify(part)).digest('base64');
  const known = contents.get(hash)?.deref();
  if (known) return known as T;
  contents.set(hash, new WeakRef(part));
  collected.register(part, hash);
  return part;
}

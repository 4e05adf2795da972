import { serveWork } from '../../../threads/serve-work.ts';
import { readDocument, readLinked } from './cap/document.ts';
import type { AlertPlace } from './cap/summary.ts';

type Input = { bytes: Uint8Array; place: AlertPlace };

serveWork({
  document: ({ bytes, place }: Input) => readDocument(bytes, place),
  linked: ({ bytes, place }: Input) => readLinked(bytes, place),
});

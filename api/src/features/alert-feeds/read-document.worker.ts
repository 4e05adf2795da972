import { serveWork } from '../../threads/serve-work.ts';
import { readDocument, readLinked, type SentDocument } from './cap/document.ts';
import type { AlertPlace } from './cap/summary.ts';

type Input = { sent: SentDocument; place: AlertPlace };

serveWork({
  document: ({ sent, place }: Input) => readDocument(sent, place),
  linked: ({ sent, place }: Input) => readLinked(sent, place),
});

import { readLinked } from '@belfry/api/features/alert-feeds/cap/document';
import type { Coordinate } from '@belfry/api/features/alert-feeds/cap/area';
import { decideAlert, isEarly, type KnownAlerts } from '@belfry/api/features/alert-feeds/decide';
import type { AlertFilter } from '@belfry/schemas/http/alert-feeds';
import { NOW } from './documents.ts';

export const EVERYTHING: AlertFilter = {
  events: [],
  severities: [],
  urgencies: [],
  certainties: [],
  geocodes: [],
  near: false,
};
export type Situation = {
  filter?: Partial<AlertFilter>;
  places?: readonly Coordinate[];
  known?: Partial<KnownAlerts>;
  armedAt?: Date;
  now?: Date;
};

/** What is decided about a document: `decision`, `decision: reason`, `invalid: why`, or `waits`. */
export function decideDocument(
  document: string | Uint8Array,
  { filter = {}, places = [], known = {}, armedAt, now = NOW }: Situation,
): string {
  const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document;
  const asked = { ...EVERYTHING, ...filter };
  const read = readLinked({ bytes, charset: null }, { filter: asked, places });
  if ('invalid' in read) return `invalid: ${read.invalid.detail}`;
  if (isEarly(read.alert, now)) return 'waits';
  const { decision, reason } = decideAlert(read.alert, {
    filter: asked,
    places: places.length,
    armedAt: armedAt ?? null,
    now,
    known: { cancelled: false, superseded: false, startedRank: null, ...known },
  });
  return reason === null ? decision : `${decision}: ${reason}`;
}

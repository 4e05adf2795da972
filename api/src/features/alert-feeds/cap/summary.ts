import { createHash } from 'node:crypto';
import type { AlertFilter } from '@belfry/schemas/http/alert-feeds';
import { type Coordinate, isInArea } from './area.ts';
import type { CapAlert, CapInfo, Reference } from './cap.ts';

export type AlertPlace = { filter: AlertFilter; places: readonly Coordinate[] };

export type InfoSummary = Pick<CapInfo, 'urgency' | 'severity' | 'certainty' | 'effective' | 'expires'> & {
  language: string;
  event: string;
  headline: string;
  instruction: string;
  area: string;
  allClear: boolean;
  isAsked: boolean;
  hasGeocode: boolean;
  hasPlace: boolean;
};
export type AlertSummary = Pick<CapAlert, 'identifier' | 'sender' | 'sent' | 'status' | 'msgType' | 'scope'> & {
  key: string;
  refs: string[];
  infos: InfoSummary[];
  repairs: string | null;
};

/** Texts are kept up to here, in characters. */
const KEPT = { event: 200, headline: 500, instruction: 2_000, area: 300 };
const INFOS_KEPT = 20;
const REFS_KEPT = 500;
const cut = (text: string | undefined, most: number): string => (text ?? '').slice(0, most);

/** The same for the same alert, whatever the length of its names. */
export const keyOfAlert = ({ sender, identifier }: Reference): string =>
  createHash('sha256')
    .update(JSON.stringify([sender, identifier]))
    .digest('hex');

export function summarise(alert: CapAlert, place: AlertPlace): Omit<AlertSummary, 'repairs'> {
  const { identifier, sender, sent, status, msgType, scope, references = [], info } = alert;
  const refs = references.slice(-REFS_KEPT).map(keyOfAlert);
  const infos = info.slice(0, INFOS_KEPT).map((each) => summariseInfo(each, place));
  return { key: keyOfAlert(alert), identifier, sender, sent, status, msgType, scope, refs: [...new Set(refs)], infos };
}

function summariseInfo(info: CapInfo, { filter, places }: AlertPlace): InfoSummary {
  const { language, event, eventCode, responseType, headline, description, instruction, area } = info;
  const { urgency, severity, certainty, effective, expires } = info;
  const codes = area.flatMap(({ geocode }) => geocode);
  return {
    urgency,
    severity,
    certainty,
    effective,
    expires,
    language: language === undefined || language === '' ? 'en-US' : cut(language, 35),
    event: cut(event, KEPT.event),
    headline: cut(headline || description, KEPT.headline),
    instruction: cut(instruction, KEPT.instruction),
    area: cut([...new Set(area.map(({ areaDesc }) => areaDesc))].join('; '), KEPT.area),
    allClear: responseType.includes('AllClear'),
    isAsked: [event, ...eventCode.map(({ value }) => value)].some((word) => isNamed(filter.events, word)),
    hasGeocode: codes.some(
      ({ valueName, value }) => isNamed(filter.geocodes, value) || isNamed(filter.geocodes, `${valueName}=${value}`),
    ),
    hasPlace: places.length > 0 && area.some((each) => isInArea(each, places)),
  };
}

/** An asterisk at the end of an item stands for any ending. An empty list stands for all. */
function isNamed(list: readonly string[], word: string): boolean {
  const written = word.toLowerCase();
  return (
    list.length === 0 ||
    list.some((entry) => {
      const pattern = entry.toLowerCase();
      return pattern.endsWith('*') ? written.startsWith(pattern.slice(0, -1)) : written === pattern;
    })
  );
}

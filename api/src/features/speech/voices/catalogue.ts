import { VOICE_DISPLAY_NAME_MAX } from '@belfry/schemas/http/speech/voices';
import type { ProviderName } from '../index.ts';
import type { Described } from './naming.ts';
import type { CatalogueEntry } from './sync.repository.ts';
import type { VoiceRow } from './voices.repository.ts';

/** The changes that make the catalogue match a provider. */
export type Difference = {
  added: CatalogueEntry[];
  updated: CatalogueEntry[];
  /** Names that the provider does not have. */
  removed: string[];
};

const FACTS = ['language', 'languagefull', 'voice_type', 'gender', 'provider'] as const;

/** Compares the catalogue with a provider's voices. Names given by administrators stay, new ones are made unique. */
export function compareCatalogue(
  known: readonly VoiceRow[],
  offered: readonly Described[],
  provider: ProviderName,
): Difference {
  const rows = new Map(known.map((row) => [row.voice_name, row]));
  const taken = new Set(known.map(({ display_name }) => display_name.toLowerCase()));
  const added: CatalogueEntry[] = [];
  const updated: CatalogueEntry[] = [];
  for (const { suggested_name, ...facts } of offered) {
    const row = rows.get(facts.voice_name);
    if (!row) added.push({ ...facts, provider, display_name: uniqueName(suggested_name, taken) });
    else if (differs(row, { ...facts, provider })) updated.push({ ...facts, provider, display_name: row.display_name });
  }
  const names = new Set(offered.map(({ voice_name }) => voice_name));
  return { added, updated, removed: known.map(({ voice_name }) => voice_name).filter((name) => !names.has(name)) };
}

const differs = (row: VoiceRow, facts: Omit<CatalogueEntry, 'display_name'>): boolean =>
  row.vanished_at !== null ||
  FACTS.some((fact) => row[fact] !== facts[fact]) ||
  row.language_codes.join() !== facts.language_codes.join();

/** The wanted name, or the first unused numbered form of it; adds it to `taken`. */
function uniqueName(wanted: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const name = wanted.slice(0, VOICE_DISPLAY_NAME_MAX - suffix.length).trimEnd() + suffix;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

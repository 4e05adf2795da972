/**
 * The content of the sample organisation: two chains with their shops. Names and descriptions are within the limits of the
 * forms (TREE-6), so that they can be edited there; emblems are in the gallery (TREE-43).
 */
export type SamplePlace = { name: string; description: string; note: string; groups?: readonly SampleGroup[] };
export type SampleShop = {
  name: string;
  description: string;
  emblem: string;
  city: string;
  street: string;
  house: string;
  zip: string;
  places: readonly SamplePlace[];
};
export type SampleRegion = {
  name: string;
  description: string;
  emblem: string;
  country: string;
  language: string;
  shops: readonly SampleShop[];
};
export type SampleChain = {
  name: string;
  description: string;
  emblem: string;
  country: string;
  regions: readonly SampleRegion[];
};

export const SAMPLE_GROUPS = ['Entrances', 'Checkouts', 'Food and drink'] as const;
export type SampleGroup = (typeof SAMPLE_GROUPS)[number];

/** Favourite voices of the owner, as far as the catalogue has them. */
export const SAMPLE_FAVORITES = ['en-US-Standard-A', 'de-DE-Standard-A', 'fr-FR-Standard-A', 'ru-RU-Standard-A'];

export const SAMPLE_CONTINENT = 'Europe';
/** Minutes east of UTC of all its regions. */
export const SAMPLE_OFFSET_MINUTES = 60;

export const place = (name: string, description: string, note: string, ...groups: SampleGroup[]): SamplePlace => ({
  name,
  description,
  note,
  groups,
});
export const entrance = (name: string, note: string): SamplePlace => place(name, 'Ceiling speaker', note, 'Entrances');
export const food = (name: string, description: string, note: string): SamplePlace =>
  place(name, description, note, 'Food and drink');

export const shop = (
  [name, description, emblem]: [name: string, description: string, emblem: string],
  [city, street, house, zip]: [city: string, street: string, house: string, zip: string],
  places: readonly SamplePlace[],
): SampleShop => ({ name, description, emblem, city, street, house, zip, places });

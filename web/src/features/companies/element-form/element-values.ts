import { CHILD_TYPES, type CompanyType, COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import type { CompanyInfo, CompanyNode } from '@belfry/schemas/http/companies/companies';
import { DEFAULT_EMBLEM } from '../../../ui/emblems/emblem.ts';
import { coordinatesText, parseCoordinates } from '../../map/index.ts';
import { settingsBodyOf, type SettingChanges } from './settings/place-settings.ts';
import { isSerial } from '@belfry/schemas/domain/serial';
import type rules from '../../../locales/en/element-form.json';
import type { Country } from '@belfry/schemas/http/lookups';

/** The types that the form can create; a main company has its own form, but its name and settings can be edited here. */
export type ElementType = Exclude<CompanyType, 'Main'>;

/** The values of the form: typed texts, empty for none. */
export type ElementValues = {
  emblem: string;
  name: string;
  description: string;
  type: CompanyType;
  continent: string;
  country: string;
  city: string;
  street: string;
  house: string;
  zipCode: string;
  coordinates: string;
  serial: string;
  /** Only what was changed; see TREE-56. */
  settings: SettingChanges;
};

/** The types that a parent allows; empty below a device; see TREE-2. */
export const allowedBelow = (parent: CompanyType): readonly ElementType[] =>
  CHILD_TYPES[parent] as readonly ElementType[];

/** Whether this type requires an address; see TREE-39. */
export const needsPlace = (type: CompanyType): boolean => type === 'Company' || type === 'Device';

export type Place = Pick<CompanyNode, 'continent' | 'country' | 'city' | 'street' | 'house' | 'zip'>;
const placeOf = ({ continent, country, city, street, house, zip }: Place) => ({
  continent: continent ?? '',
  country: country ?? '',
  city: city ?? '',
  street: street ?? '',
  house: house ?? '',
  zipCode: zip ?? '',
});

/** A new element below a parent, with the parent's address; its settings are inherited; see TREE-42 and TREE-56. */
export const newElement = (parent: CompanyNode): ElementValues => ({
  emblem: DEFAULT_EMBLEM,
  name: '',
  description: '',
  type: allowedBelow(parent.type)[0] ?? 'Element',
  ...placeOf(parent),
  coordinates: '',
  serial: '',
  settings: {},
});

const isNowhere = ({ country, city, street, house, zip }: Place): boolean =>
  ![country, city, street, house, zip].some(Boolean);

/** The form values of a stored element; where it requires an address and has none, that is `place`, as in the tree. */
export const valuesOf = (info: CompanyInfo, place: Place = info): ElementValues => ({
  emblem: info.emblem ?? DEFAULT_EMBLEM,
  name: info.name,
  description: info.description ?? '',
  type: info.type,
  ...placeOf(needsPlace(info.type) && isNowhere(info) ? place : info),
  coordinates: coordinatesText(info.coordinates),
  serial: info.serial ?? '',
  settings: {},
});

export const isChanged = (values: ElementValues, before: ElementValues): boolean =>
  (Object.keys(before) as (keyof ElementValues)[]).some((key) =>
    key === 'settings' ? Object.keys(values.settings).length > 0 : values[key] !== before[key],
  );

/** The fields that add and edit have in common. The serial is not among them, because binding is a request of its own. */
function fieldsOf({ serial: _bound, type: _fixed, name, ...rest }: ElementValues) {
  const text = (value: string): string | null => value.trim() || null;
  return {
    name: name.trim(),
    description: text(rest.description),
    emblem: text(rest.emblem),
    continent: text(rest.continent),
    country: text(rest.country),
    city: text(rest.city),
    street: text(rest.street),
    house: text(rest.house),
    zipCode: text(rest.zipCode),
    coordinates: parseCoordinates(rest.coordinates),
    ...settingsBodyOf(rest.settings),
  };
}

/** The new node has the owner of its parent. */
export const addBodyOf = (values: ElementValues, parent: CompanyNode) => ({
  ...fieldsOf(values),
  type: values.type,
  parent_company_id: parent.company_id,
  user_id: parent.user_id,
});

export const editBodyOf = (values: ElementValues, node: CompanyNode) => ({
  ...fieldsOf(values),
  company_id: node.company_id,
  user_id: node.user_id,
});

type Rule = keyof (typeof rules)['rules'];
export type ElementField = keyof ElementValues;
type ElementProblems = Partial<Record<ElementField, Rule>>;

const blank = (text: string): boolean => text.trim() === '';

/** The errors in the order of the fields; empty where the form can be saved; see TREE-39. */
export function problemsOf(values: ElementValues): ElementProblems {
  const problems: ElementProblems = {};
  if (blank(values.name)) problems.name = 'name';
  if (values.type === 'Device') {
    if (blank(values.serial)) problems.serial = 'serial';
    else if (!isSerial(values.serial.trim())) problems.serial = 'serial_format';
  }
  if (needsPlace(values.type)) {
    if (blank(values.country)) problems.country = 'country';
    if (blank(values.city)) problems.city = 'city';
    if (blank(values.zipCode)) problems.zipCode = 'zip';
    if (blank(values.street)) problems.street = 'street';
    if (blank(values.house)) problems.house = 'house';
  }
  if (!blank(values.coordinates) && parseCoordinates(values.coordinates) === null) problems.coordinates = 'coordinates';
  return problems;
}

const english = new Intl.DisplayNames('en', { type: 'region' });

/** The stored text of a country: its name, or, where that is too long, its English name, or its code. */
export const countryText = ({ code, name }: Country): string =>
  [name, english.of(code) ?? code].find((text) => text.length <= COMPANY_LIMITS.country) ?? code;

/** The country of a stored text; undefined where it matches none. */
export const countryOf = (text: string, countries: readonly Country[]): Country | undefined =>
  countries.find((country) => countryText(country) === text || country.code === text || country.name === text);

import { isSerial } from '@belfry/schemas/domain/serial';
import type rules from '../../../locales/en/element-form.json';
import { needsPlace, type ElementValues } from './element-values.ts';

type Rule = keyof (typeof rules)['rules'];
export type ElementField = keyof ElementValues;
export type ElementProblems = Partial<Record<ElementField, Rule>>;

const blank = (text: string): boolean => text.trim() === '';

/** The errors in the order of the fields; empty where the form can be saved; see TREE-39. */
export function problemsOf(values: ElementValues): ElementProblems {
  const found: ElementProblems = {};
  if (blank(values.name)) found.name = 'name';
  if (values.type === 'Device') {
    if (blank(values.serial)) found.serial = 'serial';
    else if (!isSerial(values.serial.trim())) found.serial = 'serial_format';
  }
  if (needsPlace(values.type)) {
    if (blank(values.country)) found.country = 'country';
    if (blank(values.city)) found.city = 'city';
    if (blank(values.zipCode)) found.zipCode = 'zip';
    if (blank(values.street)) found.street = 'street';
    if (blank(values.house)) found.house = 'house';
  }
  return found;
}

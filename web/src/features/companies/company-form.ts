import { COMPANY_LIMITS, NODE_DESCRIPTION_MAX, NODE_NAME_MAX } from '@belfry/schemas/domain/companies';
import type { MainCompany } from '@belfry/schemas/http/companies';

/** Longest texts of the form in the panel, and of the dialog with every field; see TREE-6. */
export const INLINE_LIMITS = { name: NODE_NAME_MAX, description: NODE_DESCRIPTION_MAX } as const;
const { name, description, continent, country } = COMPANY_LIMITS;
export const DETAIL_LIMITS = { name, description, continent, country } as const;

/** What the form in the panel holds. */
export type InlineValues = { name: string; description: string };
/** What the dialog holds. */
export type DetailValues = InlineValues & { continent: string; country: string; emblem: string };

export const NO_INLINE: InlineValues = { name: '', description: '' };
export const inlineOf = ({ name, description }: MainCompany): InlineValues => ({
  name,
  description: description ?? '',
});
export const detailsOf = (company: MainCompany): DetailValues => ({
  ...inlineOf(company),
  continent: company.continent ?? '',
  country: company.country ?? '',
  emblem: company.emblem ?? '',
});

/** Trimmed; what is empty becomes null. */
export const detailPayload = ({ name, ...rest }: DetailValues) => ({
  name: name.trim(),
  description: rest.description.trim() || null,
  continent: rest.continent.trim() || null,
  country: rest.country.trim() || null,
  emblem: rest.emblem.trim() || null,
});

/**
 * Whether a text is longer than its field takes. What was longer before, from the other form, may stay as it is
 * (see TREE-6).
 */
export const isTooLong = (text: string, max: number, before: string): boolean =>
  text.trim().length > max && text.trim() !== before;

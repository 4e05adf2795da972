import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import type { MainCompany } from '@belfry/schemas/http/companies/companies';

const { name, description, continent, country } = COMPANY_LIMITS;
/** Maximum lengths in the form of the panel, and in the dialog with every field; see TREE-6. */
export const INLINE_LIMITS = { name, description } as const;
export const DETAIL_LIMITS = { name, description, continent, country } as const;

/** The values of the form in the panel. */
export type InlineValues = { name: string; description: string };
/** The values of the dialog. */
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

/** Trimmed; empty texts become null. */
export const detailPayload = ({ name, ...rest }: DetailValues) => ({
  name: name.trim(),
  description: rest.description.trim() || null,
  continent: rest.continent.trim() || null,
  country: rest.country.trim() || null,
  emblem: rest.emblem.trim() || null,
});

/**
 * Whether a text exceeds the limit of its field. A text that was longer before, from the other form, is accepted unchanged
 * (see TREE-6).
 */
export const isTooLong = (text: string, max: number, before: string): boolean =>
  text.trim().length > max && text.trim() !== before;

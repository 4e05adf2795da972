import type { NodeRole } from '@belfry/schemas/domain/rights';
import {
  addProviderBodySchema,
  type AddProviderBody,
  DEFAULT_ROLES_CLAIM,
  type IdentityProvider,
} from '@belfry/schemas/http/single-sign-on/providers';

export type RuleValues = { value: string; company_id: number | null; role: NodeRole; may_emergency: boolean };

export type ProviderValues = {
  name: string;
  issuer: string;
  client_id: string;
  /** Empty: the present one stays. */
  client_secret: string;
  roles_claim: string;
  trusts_email: boolean;
  asks_groups: boolean;
  passwords_allowed: boolean;
  show_on_sign_in: boolean;
  /** Separated by commas, spaces or lines. */
  domains: string;
  rules: RuleValues[];
};

/** The values of a provider; those of a new one for null. */
export const valuesOf = (provider: IdentityProvider | null): ProviderValues => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  client_secret: '',
  roles_claim: provider?.roles_claim ?? DEFAULT_ROLES_CLAIM,
  trusts_email: provider?.trusts_email ?? false,
  asks_groups: provider?.asks_groups ?? true,
  passwords_allowed: provider?.passwords_allowed ?? true,
  show_on_sign_in: provider?.show_on_sign_in ?? false,
  domains: provider?.domains.map(({ domain }) => domain).join('\n') ?? '',
  rules:
    provider?.rules.map(({ value, company_id, role, may_emergency }) => ({ value, company_id, role, may_emergency })) ??
    [],
});

const UNCHANGED = 'unchanged';
const CHECKED = ['name', 'issuer', 'client_id', 'client_secret', 'domains', 'roles_claim', 'rules'] as const;
export type ProviderProblem = (typeof CHECKED)[number];

/**
 * The body that the values make, or the first field that is not valid.
 * @param isNew a new provider needs its secret
 */
export function readValues(
  values: ProviderValues,
  { isNew }: { isNew: boolean },
): { body: Omit<AddProviderBody, 'owner_id'> } | { problem: ProviderProblem } {
  const { domains, client_secret, ...rest } = values;
  const parsed = addProviderBodySchema.safeParse({
    ...rest,
    domains: domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
    client_secret: client_secret === '' && !isNew ? UNCHANGED : client_secret,
  });
  if (parsed.success) return { body: parsed.data };
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return { problem: CHECKED.find((field) => wrong.has(field)) ?? 'rules' };
}

import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { emailDomainSchema } from './domain.ts';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { nodeRoleSchema } from '../../domain/rights.ts';
import { endpoint } from '../endpoint.ts';
import { revisionSchema } from '../revision.ts';

export const PROVIDERS_PER_OWNER = 5;
export const PROVIDER_DOMAINS_MAX = 20;
export const PROVIDER_RULES_MAX = 100;
export const PROVIDER_NAME_MAX = 60;
export const RULE_VALUE_MAX = 200;
const ISSUER_MAX = 300;
const CLIENT_ID_MAX = 300;
const CLIENT_SECRET_MAX = 1_000;
const CLAIM_NAME_MAX = 200;
/** The name of the claim with groups or roles, unless the provider has another one. */
export const DEFAULT_ROLES_CLAIM = 'groups';

/** An address without a query, a fragment and credentials. Whether it may be plain http is decided where it is called. */
const isIssuer = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#\s]/.test(text)
  );
};

export const issuerSchema = z
  .string('The issuer is required')
  .trim()
  .max(ISSUER_MAX)
  .refine(isIssuer, 'Expected the address of the issuer, such as https://login.example.com');

/** Who has this value of the claim, or is in the group of this name, has the role at the node. */
export const providerRuleSchema = z
  .strictObject({
    value: line().min(1, 'The value of a rule is required').max(RULE_VALUE_MAX),
    company_id: idSchema,
    role: nodeRoleSchema,
    may_emergency: z.boolean().default(false),
  })
  .meta({ id: 'IdentityProviderRule' });
export type ProviderRule = z.output<typeof providerRuleSchema>;

const fields = {
  name: line('Name is required').min(1, 'Name is required').max(PROVIDER_NAME_MAX),
  issuer: issuerSchema,
  client_id: z.string('The client ID is required').trim().min(1, 'The client ID is required').max(CLIENT_ID_MAX),
  roles_claim: z
    .string()
    .trim()
    .min(1)
    .max(CLAIM_NAME_MAX)
    .default(DEFAULT_ROLES_CLAIM)
    .describe('its name, or a path such as `realm_access.roles`'),
  trusts_email: z
    .boolean()
    .default(false)
    .describe('mail addresses of its proven domains are taken without the claim `email_verified`'),
  asks_groups: z.boolean().default(true).describe('asks for the scope `groups` where the provider offers it'),
  passwords_allowed: z.boolean().default(true).describe('whether its people may sign in with a password as well'),
  show_on_sign_in: z
    .boolean()
    .default(false)
    .describe('offered to everybody on the sign-in page; only administrators turn it on'),
  domains: z.array(emailDomainSchema).max(PROVIDER_DOMAINS_MAX).default([]),
  rules: z.array(providerRuleSchema).max(PROVIDER_RULES_MAX).default([]),
};
const clientSecret = z.string().min(1, 'The client secret is required').max(CLIENT_SECRET_MAX);

export const addProviderBodySchema = z
  .strictObject({
    ...fields,
    client_secret: clientSecret,
    owner_id: idSchema.optional().describe('the organisation: by default the caller; others for administrators only'),
  })
  .meta({ id: 'AddIdentityProviderBody' });
export type AddProviderBody = z.output<typeof addProviderBodySchema>;

export const changeProviderBodySchema = z
  .strictObject({
    ...fields,
    client_secret: clientSecret.optional().describe('stays as it is without'),
    revision: revisionSchema,
  })
  .meta({ id: 'ChangeIdentityProviderBody' });
export type ChangeProviderBody = z.output<typeof changeProviderBodySchema>;

const providerDomainSchema = z.strictObject({
  domain: z.string(),
  proven_at: z.iso.datetime().nullable(),
  proven_by: z.enum(['dns', 'administrator']).nullable(),
  dns_name: z.string().describe('the name of the TXT record that proves it'),
  dns_value: z.string(),
});

export const identityProviderSchema = z
  .strictObject({
    provider_id: z.int(),
    owner_id: z.int(),
    owner_name: z.string(),
    name: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    roles_claim: z.string(),
    trusts_email: z.boolean(),
    asks_groups: z.boolean(),
    passwords_allowed: z.boolean(),
    show_on_sign_in: z.boolean(),
    domains: z.array(providerDomainSchema),
    rules: z.array(
      z.strictObject({
        value: z.string(),
        company_id: z.int(),
        company_name: z.string(),
        role: nodeRoleSchema,
        may_emergency: z.boolean(),
      }),
    ),
    people: z.int().describe('accounts that are linked'),
    groups_left_out: z
      .int()
      .describe(
        'people of whom the provider named no groups at the last sign-in because they are too many: those of before are kept',
      ),
    last_refusal: z
      .string()
      .nullable()
      .describe('why the last sign-in, or a part of a call of the directory, was refused'),
    last_refusal_at: z.iso.datetime().nullable(),
    scim_token_made_at: z.iso.datetime().nullable(),
    redirect_uri: z.string().describe('to be entered at the provider'),
    logout_uri: z.string().describe('for back-channel logout, to be entered at the provider'),
    scim_uri: z.string().describe('to be entered in the directory'),
    created_at: z.iso.datetime(),
    revision: z.int(),
  })
  .meta({ id: 'IdentityProvider' });
export type IdentityProvider = z.infer<typeof identityProviderSchema>;

/** What discovery found; `problem` is a sentence where the provider cannot be used. */
export const providerTestSchema = z
  .strictObject({
    problem: z.string().nullable(),
    issuer: z.string().nullable().describe('how the provider spells its issuer, where that is not what was entered'),
    authorization_endpoint: z.string().nullable(),
    keys: z.int().describe('public keys for signatures'),
    algorithms: z.array(z.string()),
    back_channel_logout: z.boolean(),
  })
  .meta({ id: 'IdentityProviderTest' });
export type ProviderTest = z.infer<typeof providerTestSchema>;

const params = z.object({ provider_id: idTextSchema });
const domainParams = z.object({ provider_id: idTextSchema, domain: emailDomainSchema });

/** Identity providers of organisations; see docs/product/single-sign-on.md. */
export const providersHttp = {
  list: endpoint({
    method: 'get',
    path: '/single-sign-on/providers',
    summary: 'The identity providers of the caller, or for administrators of everybody, by name',
    answer: z.array(identityProviderSchema),
  }),
  add: endpoint({
    method: 'post',
    path: '/single-sign-on/providers',
    summary: 'Add an identity provider',
    body: addProviderBodySchema,
    answer: identityProviderSchema,
    status: 201,
    errors: ['forbidden', 'user_not_found', 'unprocessable', 'rate_limited'],
  }),
  change: endpoint({
    method: 'put',
    path: '/single-sign-on/providers/{provider_id}',
    summary: 'Change an identity provider',
    description: 'Domains that stay remain proven. With other rules, the memberships that they made change at once.',
    params,
    body: changeProviderBodySchema,
    answer: identityProviderSchema,
    errors: ['forbidden', 'not_found', 'edit_conflict', 'unprocessable', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/single-sign-on/providers/{provider_id}',
    summary: 'Remove an identity provider with the memberships that it made',
    description: 'Accounts stay; their people sign in with a password, which they set with "Forgot password".',
    params,
    answer: null,
    errors: ['not_found'],
  }),
  test: endpoint({
    method: 'post',
    path: '/single-sign-on/providers/{provider_id}/test',
    summary: 'Ask the provider for its description and its keys',
    params,
    answer: providerTestSchema,
    errors: ['not_found', 'rate_limited'],
  }),
  checkDomain: endpoint({
    method: 'post',
    path: '/single-sign-on/providers/{provider_id}/domains/{domain}/check',
    summary: 'Look for the TXT record that proves a domain',
    params: domainParams,
    answer: identityProviderSchema,
    errors: ['not_found', 'conflict', 'unprocessable', 'rate_limited'],
  }),
  confirmDomain: endpoint({
    method: 'post',
    path: '/single-sign-on/providers/{provider_id}/domains/{domain}/confirm',
    summary: 'Confirm without a TXT record that a domain belongs to the organisation',
    params: domainParams,
    answer: identityProviderSchema,
    errors: ['not_found', 'conflict'],
  }),
  makeScimToken: endpoint({
    method: 'post',
    path: '/single-sign-on/providers/{provider_id}/scim-token',
    summary: 'Make the token for the directory, which replaces an earlier one and is shown once',
    params,
    answer: z.strictObject({ token: z.string() }),
    status: 201,
    errors: ['not_found'],
  }),
  removeScimToken: endpoint({
    method: 'delete',
    path: '/single-sign-on/providers/{provider_id}/scim-token',
    summary: 'End the access of the directory',
    params,
    answer: null,
    errors: ['not_found'],
  }),
};

/**
 * Everything that goes on after the call that made it, and with which somebody gives others, or themselves, something to use later. The view `grants` of the
 * database has the same kinds; `hasSecret`: who has the key, the link or the secret of it uses it without signing in.
 */
export const GRANT_KINDS = {
  member_invitation: { hasSecret: true },
  registration_invitation: { hasSecret: true },
  api_key: { hasSecret: true },
  webhook: { hasSecret: true },
  trigger: { hasSecret: true },
  scenario: { hasSecret: false },
  home_assistant: { hasSecret: true },
  schedule: { hasSecret: false },
  responsible_people: { hasSecret: false },
  alarm_rule: { hasSecret: false },
} as const satisfies Record<string, { hasSecret: boolean }>;
export type GrantKind = keyof typeof GRANT_KINDS;
export const GRANT_KIND_NAMES = Object.keys(GRANT_KINDS) as [GrantKind, ...GrantKind[]];

import type { UserSettings } from '@belfry/schemas/http/accounts/settings';

export const makeSettings = (overrides: Partial<UserSettings> = {}): UserSettings => ({
  session_minutes: null,
  system_notifications: false,
  alarm_mail: 'low',
  alarm_sms: 'critical',
  alarm_push: 'medium',
  report_mail: false,
  alarm_quiet: null,
  auto_save: true,
  max_session_minutes: null,
  ...overrides,
});

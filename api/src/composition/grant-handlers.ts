import { registrationInvitationGrant } from '../features/accounts/index.ts';
import { alarmRuleGrant } from '../features/alarms/index.ts';
import { apiKeyGrant } from '../features/api-keys/index.ts';
import { responsiblePeopleGrant } from '../features/companies/index.ts';
import type { GrantHandlers } from '../features/grants/index.ts';
import { scheduleGrant } from '../features/schedules/index.ts';
import { memberInvitationGrant } from '../features/teams/index.ts';
import { triggerGrant } from '../features/triggers/index.ts';
import { webhookGrant } from '../features/webhooks/index.ts';

/** What is done with each kind of grant that has stopped; see GRANT-4. */
export const grantHandlers: GrantHandlers = {
  member_invitation: memberInvitationGrant,
  registration_invitation: registrationInvitationGrant,
  api_key: apiKeyGrant,
  webhook: webhookGrant,
  trigger: triggerGrant,
  schedule: scheduleGrant,
  responsible_people: responsiblePeopleGrant,
  alarm_rule: alarmRuleGrant,
};

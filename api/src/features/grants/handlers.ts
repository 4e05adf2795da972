import type { GrantKind } from '@belfry/schemas/domain/grants';
import type { GrantHandler } from '../../people/grants.repository.ts';
import { registrationInvitationGrant } from '../accounts/index.ts';
import { alarmRuleGrant } from '../alarms/index.ts';
import { apiKeyGrant } from '../api-keys/index.ts';
import { responsiblePeopleGrant } from '../companies/index.ts';
import { scheduleGrant } from '../schedules/index.ts';
import { memberInvitationGrant } from '../teams/index.ts';
import { triggerGrant } from '../triggers/index.ts';
import { webhookGrant } from '../webhooks/index.ts';

/** What is done with each kind of grant that has stopped; see GRANT-4. */
export const HANDLERS: Readonly<Record<GrantKind, GrantHandler>> = {
  member_invitation: memberInvitationGrant,
  registration_invitation: registrationInvitationGrant,
  api_key: apiKeyGrant,
  webhook: webhookGrant,
  trigger: triggerGrant,
  schedule: scheduleGrant,
  responsible_people: responsiblePeopleGrant,
  alarm_rule: alarmRuleGrant,
};

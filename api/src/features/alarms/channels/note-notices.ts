import type { AlarmEvent } from '@belfry/schemas/domain/alarms';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { dueAt } from './due.ts';
import { findRecipients, insertNotices, noteCleared, type NewNotice } from './notices.repository.ts';

const CHANNELS = ['mail', 'sms', 'push'] as const;
const TOLD: readonly string[] = ['raised', 'severity', 'escalated'] satisfies AlarmEvent['event'][];

/** Notes who is told of what has happened to alarms: a listener of alarms, with the transaction in which it is told. See ALARM-17. */
export async function noteAlarmNotices(trx: Kysely<Database>, events: readonly AlarmEvent[]): Promise<void> {
  for (const event of events) {
    if (event.event === 'cleared') {
      await noteCleared(trx, event.alarm_id, { at: new Date(event.at), isOver: event.merged_into === null });
    } else if (TOLD.includes(event.event)) await noteTold(trx, event);
  }
}

/** People are told of an alarm that is not acknowledged in time at any hour. */
async function noteTold(trx: Kysely<Database>, event: AlarmEvent): Promise<void> {
  const { alarm_id, severity, by_user_id } = event;
  const now = Date.parse(event.at);
  const notices: NewNotice[] = [];
  for (const recipient of await findRecipients(trx, alarm_id, by_user_id)) {
    const quiet = event.event === 'escalated' ? null : recipient.alarm_quiet;
    for (const channel of CHANNELS) {
      if (channel === 'push' && !recipient.has_browser) continue;
      const due_at = dueAt({ ...recipient, alarm_quiet: quiet }, { channel, severity, now });
      if (due_at) notices.push({ user_id: recipient.user_id, channel, alarm_id, event: event.event, severity, due_at });
    }
  }
  await insertNotices(trx, notices);
}

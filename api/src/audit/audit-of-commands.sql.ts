import { currentTrail } from './audit-trail.ts';

export type CommandOrigin = { key_id: number | null; api_key_id: number | null; door: string; ip: string };

/**
 * The origin of a command that is sent to one device, whose row is part of the statement that stores it; null where its row is written otherwise: by jobs, and
 * while an administrator works as somebody else.
 */
export function commandOrigin(): CommandOrigin | null {
  const trail = currentTrail();
  if (!trail?.user || trail.user.opened_by || trail.isRecorded) return null;
  trail.isRecorded = true;
  const { user, api_key_id, door, ip } = trail;
  return { key_id: user.key_id, api_key_id, door, ip };
}

type Expressions = Record<'user' | 'key' | 'apiKey' | 'door' | 'serial' | 'command' | 'id' | 'ip', string>;

/**
 * An insert for the `with` list of a statement that stores commands. The rows of `from` have `company_id` and `user_id` of the device.
 * @param of SQL of the values; constants of the code, never input
 */
export const insertCommandRows = (of: Expressions, from: string): string => `
  insert into audit_log (user_id, key_id, api_key_id, door, action, object_kind, object_id, company_id, owner_id, in_timeline, details, ip)
  select ${of.user}, ${of.key}, ${of.apiKey}, ${of.door}, 'command.send', 'device', ${of.serial}, company_id, user_id, false,
    jsonb_build_object('command', ${of.command}, 'command_id', ${of.id}), ${of.ip}
  from ${from}`;

import type { BulkChangeBody } from '@belfry/schemas/http/devices/bulk';
import { AppError } from '../../../../errors.ts';
import type { BulkChange, BulkContext } from '../bulk-change.ts';
import { placeBelow } from './company.ts';
import { changeMode, changeNote, changeTags } from './fields.ts';
import { addToGroup } from './group.ts';
import { changeOwners } from './owner.ts';
import { unbindDevices } from './unbind.ts';

/** The requested change. Throws forbidden for mode and owner where the caller is no administrator. */
export function changeOf(context: BulkContext, body: BulkChangeBody): BulkChange {
  const { device_mode, note, tags, company_id, group_id, user_id } = body;
  if (device_mode !== undefined) return changeMode(forAdministrators(context), device_mode);
  if (user_id !== undefined) return changeOwners(forAdministrators(context), user_id);
  if (note !== undefined) return changeNote(context, note);
  if (tags !== undefined) return changeTags(context, tags);
  if (group_id !== undefined) return addToGroup(context, group_id);
  return company_id == null ? unbindDevices(context) : placeBelow(context, company_id);
}

function forAdministrators(context: BulkContext): BulkContext {
  const { actor, policy } = context;
  if (policy.edit(actor.user, { user_id: actor.user.id })) return context;
  throw new AppError('forbidden', 'Only administrators change the mode or the owner of devices');
}

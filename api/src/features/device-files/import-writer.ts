import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { companiesChanged } from '../companies/index.ts';
import {
  changeOwner,
  devicesChanged,
  hashDevicePass,
  insertImported,
  ownerChanged,
  setBindings,
  updateImported,
  type ImportedDevice,
  type OwnerChange,
} from '../devices/index.ts';
import type { PlannedLine } from './import-plan.ts';
import type { Deps } from '../../deps.ts';

/** Writes planned lines with a constant number of statements, and one more per owner of nodes. Returns what to do after the commit. */
export async function writeImport(
  trx: Kysely<Database>,
  deps: Deps,
  planned: readonly PlannedLine[],
): Promise<() => Promise<void>> {
  const creating = planned.filter(({ action }) => action === 'create');
  const updating = planned.filter(({ action }) => action === 'update');
  const inserted = await insertImported(trx, await Promise.all(creating.map(valuesOf)));
  await updateImported(trx, await Promise.all(updating.map(valuesOf)));

  const ids = new Map(inserted.map(({ serial, device_id }) => [serial, device_id]));
  const bound = planned.flatMap(({ line: { serial }, present, node }) => {
    const device_id = present?.device_id ?? ids.get(serial);
    return node && device_id !== undefined ? [{ device_id, serial, user_id: present?.user_id ?? null, node }] : [];
  });
  const owners: OwnerChange[] = [];
  for (const [ownerId, devices] of Map.groupBy(bound, ({ node }) => node.user_id)) {
    owners.push(await changeOwner(trx, devices, ownerId));
  }
  await setBindings(
    trx,
    bound.map(({ device_id, node }) => ({ device_id, company_id: node.company_id })),
  );

  return async () => {
    const changed = [
      ...inserted.map(({ device_id }) => ({ device_id, user_id: null })),
      ...updating.flatMap(({ present }) => present ?? []),
    ];
    for (const [ownerId, devices] of Map.groupBy(changed, ({ user_id }) => user_id)) {
      const ids = devices.map(({ device_id }) => device_id);
      devicesChanged(deps, ids, ownerId);
    }
    for (const { node } of bound) companiesChanged(deps, node);
    for (const ownership of owners) await ownerChanged(deps, ownership);
    const blocked = updating.filter(({ line }) => line.mode === 'blocked').map(({ line }) => line.serial);
    if (blocked.length > 0) await deps.broker.disconnect('device', blocked);
  };
}

/** A pass is only hashed where it is stored. */
async function valuesOf({ line, present }: PlannedLine): Promise<ImportedDevice> {
  const { serial, pass, note, email, tags, mode } = line;
  const pass_hash = pass === null || present?.has_pass ? null : await hashDevicePass(pass);
  return { serial, pass_hash, note, email, tags, device_mode: mode };
}

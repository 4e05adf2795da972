import type { ADMIN_DEVICE_MODES } from '@belfry/schemas/domain/device';
import { splitTags } from '@belfry/schemas/domain/tags';
import type { BulkBody } from '@belfry/schemas/http/fleet/bulk';

type BulkChange = BulkBody['change'];

export const BULK_KINDS = ['mode', 'note', 'tags', 'company', 'group', 'owner'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

export type BulkValues = {
  mode: (typeof ADMIN_DEVICE_MODES)[number];
  note: string;
  /** Separated by commas. */
  add: string;
  remove: string;
  /** The id of a node of type Company; empty for none. */
  company: string;
  unbind: boolean;
  group: number | null;
  owner: number | null;
  noOwner: boolean;
};
export const INITIAL: BulkValues = {
  mode: 'active',
  note: '',
  add: '',
  remove: '',
  company: '',
  unbind: false,
  group: null,
  owner: null,
  noOwner: false,
};

/** The change to send; null while the input is not complete. */
export function changeOf(kind: BulkKind, values: BulkValues): BulkChange | null {
  switch (kind) {
    case 'mode':
      return { device_mode: values.mode };
    case 'note':
      return { note: values.note.trim() || null };
    case 'tags': {
      const [add, remove] = [splitTags(values.add), splitTags(values.remove)];
      return add.length + remove.length === 0 || add.some((tag) => remove.includes(tag))
        ? null
        : { tags: { add, remove } };
    }
    case 'company':
      if (values.unbind) return { company_id: null };
      return values.company === '' ? null : { company_id: Number(values.company) };
    case 'group':
      return values.group === null ? null : { group_id: values.group };
    case 'owner':
      if (values.noOwner) return { user_id: null };
      return values.owner === null ? null : { user_id: values.owner };
  }
}

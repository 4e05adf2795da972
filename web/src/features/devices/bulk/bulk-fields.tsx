import { NativeSelect, Stack, Switch, Textarea } from '@mantine/core';
import { GroupSelect, OwnersGroup } from '../../groups/index.ts';
import { UserPicker } from '../../users/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ADMIN_DEVICE_MODES } from '@belfry/schemas/domain/device';
import { NOTE_MAX } from '@belfry/schemas/domain/limits';
import { CompanyPicker, TagsField } from '../form/device-pickers.tsx';
import type { BulkKind, BulkValues } from './bulk-change.ts';

type Props = {
  kind: BulkKind;
  values: BulkValues;
  onChange: (change: Partial<BulkValues>) => void;
  /** Whether the devices may belong to others, whose groups are offered then. */
  ofOthers: boolean;
};

export function BulkFields({ kind, values, onChange, ofOthers }: Props) {
  const { t } = useTranslation(['device-bulk', 'devices']);
  switch (kind) {
    case 'mode':
      return (
        <NativeSelect
          label={t('devices:form.mode')}
          data={ADMIN_DEVICE_MODES}
          value={values.mode}
          onChange={({ currentTarget }) => {
            const mode = ADMIN_DEVICE_MODES.find((each) => each === currentTarget.value);
            if (mode) onChange({ mode });
          }}
          data-autofocus
        />
      );
    case 'note':
      return (
        <Textarea
          label={t('devices:form.note')}
          description={t('field.noteHint')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={NOTE_MAX}
          value={values.note}
          onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
          data-autofocus
        />
      );
    case 'tags':
      return (
        <Stack gap="sm">
          <TagsField label={t('field.add')} value={values.add} onChange={(add) => onChange({ add })} data-autofocus />
          <TagsField label={t('field.remove')} value={values.remove} onChange={(remove) => onChange({ remove })} />
        </Stack>
      );
    case 'company':
      return (
        <Stack gap="sm">
          <CompanyPicker
            label={t('devices:form.company')}
            description={t('field.companyHint')}
            type="Company"
            value={values.company}
            onChange={(company) => onChange({ company })}
            disabled={values.unbind}
            data-autofocus
          />
          <Switch
            label={t('field.unbind')}
            checked={values.unbind}
            onChange={({ currentTarget }) => onChange({ unbind: currentTarget.checked })}
          />
        </Stack>
      );
    case 'group': {
      const Choice = ofOthers ? OwnersGroup : GroupSelect;
      return <Choice value={values.group} onChange={(group) => onChange({ group })} />;
    }
    case 'owner':
      return (
        <Stack gap="sm">
          <UserPicker
            label={t('field.owner')}
            description={t('field.ownerHint')}
            value={values.owner}
            onChange={(owner) => onChange({ owner })}
            disabled={values.noOwner}
          />
          <Switch
            label={t('field.noOwner')}
            checked={values.noOwner}
            onChange={({ currentTarget }) => onChange({ noOwner: currentTarget.checked })}
          />
        </Stack>
      );
  }
}

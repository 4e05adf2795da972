import { NativeSelect, Stack, Switch, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { ADMIN_DEVICE_MODES } from '@belfry/schemas/domain/device';
import { NOTE_MAX } from '@belfry/schemas/domain/limits';
import { CompanyPicker, TagsField } from '../form/device-pickers.tsx';
import type { BulkKind, BulkValues } from './bulk-change.ts';

type ChoiceProps = { value: number | null; onChange: (id: number | null) => void };
/** A choice of a group, which another feature renders. */
export type GroupChoice = (props: ChoiceProps) => ReactNode;
/** A choice of a user, which another feature renders. */
export type OwnerChoice = (props: ChoiceProps & { label: string; description: string; disabled: boolean }) => ReactNode;
/** `owner` is absent where the owner cannot be changed. */
export type BulkChoices = { group: GroupChoice; owner?: OwnerChoice };

type Props = {
  kind: BulkKind;
  values: BulkValues;
  onChange: (change: Partial<BulkValues>) => void;
  choices: BulkChoices;
};

export function BulkFields({ kind, values, onChange, choices }: Props) {
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
    case 'group':
      return choices.group({ value: values.group, onChange: (group) => onChange({ group }) });
    case 'owner':
      return (
        <Stack gap="sm">
          {choices.owner?.({
            label: t('field.owner'),
            description: t('field.ownerHint'),
            value: values.owner,
            onChange: (owner) => onChange({ owner }),
            disabled: values.noOwner,
          })}
          <Switch
            label={t('field.noOwner')}
            checked={values.noOwner}
            onChange={({ currentTarget }) => onChange({ noOwner: currentTarget.checked })}
          />
        </Stack>
      );
  }
}

import { NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { BROADCAST_COMMANDS } from '@belfry/schemas/mqtt/commands';
import { useTranslation } from 'react-i18next';
import { isEmail } from '@belfry/schemas/domain/email-address';
import { useRecipient } from '../../../messages/recipients-api.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { RecipientState } from '../../../../ui/fields/recipient-state.tsx';
import { Card } from '../../../../ui/card.tsx';
import { SCHEDULE_TYPES } from '../../schedule-values.ts';
import type { ScheduleFormState } from '../../use-schedule-form.ts';
import { useTypeText } from '../../use-type-text.ts';
import { ContentField } from './content-field.tsx';

const NAME_MAX = 80;
export type FieldsProps = { form: ScheduleFormState };

/** The name, the type, and what belongs to that type. */
export function ActionFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const typeText = useTypeText();
  const { type } = form.values;
  return (
    <Card title={t('what')}>
      <Stack gap="sm">
        <div data-field="name">
          <TextInput
            label={t('name')}
            placeholder={t('name_hint')}
            autoComplete="off"
            maxLength={NAME_MAX}
            withAsterisk
            {...form.getInputProps('name')}
          />
        </div>
        <NativeSelect
          label={t('type')}
          data={SCHEDULE_TYPES.map((value) => ({ value, label: typeText(value) }))}
          value={type}
          onChange={({ currentTarget }) => {
            const chosen = SCHEDULE_TYPES.find((each) => each === currentTarget.value);
            if (chosen) form.setValues({ type: chosen, content_id: null });
          }}
        />
        {(type === 'message' || type === 'playlist' || type === 'station') && (
          <div data-field="content_id">
            <ContentField
              key={type}
              type={type}
              value={form.values.content_id}
              error={form.errors.content_id}
              onChange={(id) => form.setFieldValue('content_id', id)}
            />
          </div>
        )}
        {type === 'maintenance' && (
          <NativeSelect
            label={t('command')}
            data={BROADCAST_COMMANDS.map((value) => ({ value, label: t(`commands.${value}`) }))}
            {...form.getInputProps('command')}
          />
        )}
        {type === 'report' && <ReportFields form={form} />}
      </Stack>
    </Card>
  );
}

const ReportFields = ({ form }: FieldsProps) => {
  const { t } = useTranslation('schedule-form');
  const locale = useLocale();
  const { email } = form.values;
  const stored = !form.isDirty('email') && isEmail(email) ? email : null;
  return (
    <>
      <div data-field="days">
        <NumberInput label={t('days')} min={1} max={366} allowDecimal={false} {...form.getInputProps('days')} />
      </div>
      <div data-field="email">
        <TextInput label={t('email')} type="email" autoComplete="off" {...form.getInputProps('email')} />
        <RecipientState {...useRecipient(stored, locale === 'ru' ? 'ru' : 'en')} />
      </div>
    </>
  );
};

import { NativeSelect, NumberInput, TextInput, Anchor, Text } from '@mantine/core';
import { BROADCAST_COMMANDS } from '@belfry/schemas/mqtt/commands';
import { useTranslation } from '../../../lib/translation.ts';
import { isEmail } from '@belfry/schemas/domain/email-address';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useRecipient } from '../../mail/recipients-api.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { RecipientState } from '../../../ui/fields/recipient-state.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { SearchSelect } from '../../../ui/pickers/search-select.tsx';
import { SCHEDULE_TYPES, useTypeText } from '../schedule-values.ts';
import type { ScheduleFormState } from './use-schedule-form.ts';
import { useContents, type ContentType } from '../../places/index.ts';

const NAME_MAX = 80;
export type FieldsProps = { form: ScheduleFormState };

export function ActionFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const typeText = useTypeText();
  const { type } = form.values;
  return (
    <>
      <div data-field="name">
        <TextInput
          label={t('name')}
          autoComplete="off"
          maxLength={NAME_MAX}
          withAsterisk
          {...form.getInputProps('name')}
        />
      </div>
      <div data-field="type">
        <NativeSelect
          label={t('type')}
          data={SCHEDULE_TYPES.map((value) => ({ value, label: typeText(value) }))}
          value={type}
          onChange={({ currentTarget }) => {
            const choice = SCHEDULE_TYPES.find((each) => each === currentTarget.value);
            if (choice) form.setValues({ type: choice, content_id: null });
          }}
        />
      </div>
      {(type === 'message' || type === 'playlist' || type === 'station') && (
        <div data-field="content_id">
          <ContentField
            key={type}
            type={type}
            value={form.values.content_id}
            error={form.errors.content_id}
            onChange={(id, name) => {
              form.setFieldValue('content_id', id);
              // A plan is called as what it plays until somebody says otherwise.
              if (form.values.name.trim() === '') form.setFieldValue('name', name);
            }}
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
    </>
  );
}

const ReportFields = ({ form }: FieldsProps) => {
  const { t } = useTranslation('schedule-form');
  const { email } = form.values;
  const ownEmail = !form.isDirty('email') && isEmail(email) ? email : null;
  return (
    <>
      <div data-field="days">
        <NumberInput label={t('days')} min={1} max={366} allowDecimal={false} {...form.getInputProps('days')} />
      </div>
      <div data-field="email">
        <TextInput label={t('email')} type="email" autoComplete="off" {...form.getInputProps('email')} />
        <RecipientState {...useRecipient(ownEmail, useLocale())} />
      </div>
    </>
  );
};

type Props = {
  type: ContentType;
  value: number | null;
  error?: ReactNode;
  onChange: (id: number, name: string) => void;
};
export function ContentField({ type, value, error, onChange }: Props) {
  const { t } = useTranslation('schedule-form');
  const errorText = useErrorMessage();
  const { data, error: failure } = useContents(type);
  const items = data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  const gone = value !== null && data && !data.some(({ id }) => id === value);
  const choices = gone ? [...items, { value: String(value), label: t('content_gone') }] : items;
  return (
    <>
      <SearchSelect
        // The text of the choice is known when the list is there. Until then nothing can be typed that would be lost.
        key={String(data === undefined)}
        disabled={data === undefined && failure === undefined}
        label={t(`content.${type}`)}
        placeholder={t('content_hint')}
        withAsterisk
        data={choices}
        value={value === null ? null : String(value)}
        error={failure ? errorText(failure, t('content_failed')) : error}
        onChange={(id) => onChange(Number(id), data?.find((item) => item.id === Number(id))?.name ?? '')}
      />
      {data?.length === 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('content_missing')}{' '}
          <Anchor component={Link} to="/library" size="sm">
            {t('content_open')}
          </Anchor>
        </Text>
      )}
    </>
  );
}

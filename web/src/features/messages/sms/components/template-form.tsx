import { smsTemplateBodySchema, smsTemplateSchema, type SmsTemplate } from '@belfry/schemas/http/messages/sms';
import { Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { storedObjectOf } from '../../../../api/base/stored-object.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { FormButtons } from '../../../../ui/dialogs/form-buttons.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import { useAddSmsTemplateMutation, useChangeSmsTemplateMutation } from '../sms-api.ts';
import { TextField } from './text-field.tsx';

const NAME_MAX = 60;

type Props = {
  /** null: a new one. */
  template: SmsTemplate | null;
  onDone: () => void;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
};

/** Name and text of a template. The input stays after an error. */
export function TemplateForm({ template, onDone, onCancel, onDirty }: Props) {
  const { t } = useTranslation('sms');
  const errorText = useErrorMessage();
  const [values, setValues] = useState({ name: template?.name ?? '', text: template?.text ?? '' });
  const [add, adding] = useAddSmsTemplateMutation();
  const [change, changing] = useChangeSmsTemplateMutation();
  const error = adding.error ?? changing.error;
  // What another user of the account stored meanwhile.
  const stored = storedObjectOf(error, smsTemplateSchema.strip());
  const set = (next: Partial<typeof values>): void => {
    setValues({ ...values, ...next });
    onDirty(true);
  };
  const complete = smsTemplateBodySchema.safeParse(values).success;

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (!complete) return;
    // After a conflict, saving again replaces what the other one stored, which is shown.
    const revision = stored?.revision ?? template?.revision ?? 1;
    const done = template ? await change({ ...values, id: template.id, revision }) : await add(values);
    if (done.error === undefined) onDone();
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('templates.name')}
          value={values.name}
          maxLength={NAME_MAX}
          data-autofocus
          required
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <TextField value={values.text} onChange={(text) => set({ text })} withTemplates={false} />
        {error !== undefined && (
          <Notice tone={stored ? 'warning' : 'error'}>
            {stored ? t('templates.conflict') : errorText(error, t('templates.save_error'))}
            {stored && (
              <Text size="sm" mt={4}>
                {stored.name}: {stored.text}
              </Text>
            )}
          </Notice>
        )}
        <FormButtons
          submitLabel={t('templates.save')}
          submitting={adding.isLoading || changing.isLoading}
          submitDisabled={!complete}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

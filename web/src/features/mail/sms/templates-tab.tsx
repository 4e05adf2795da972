import { useAct } from '../../../ui/use-act.ts';
import type { SmsTemplate } from '@belfry/schemas/http/mail/sms';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTemplate, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { InlineConfirm } from '../../../ui/dialogs/inline-confirm.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetSmsTemplatesQuery, useRemoveSmsTemplateMutation } from './sms-api.ts';
import { useMay } from '../../teams/teams-api.ts';
import { TemplateForm } from './template-form.tsx';
import classes from './sms.module.css';

export function TemplatesTab() {
  const { t } = useTranslation('sms');
  const errorText = useErrorMessage();
  const query = useGetSmsTemplatesQuery();
  const [editing, setEditing] = useState<SmsTemplate | 'new' | null>(null);
  const edits = useMay('edit_templates');
  const add = edits && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t('templates.add')}
    </Button>
  );
  return (
    <Stack gap="md">
      <RowList
        list={wholeList(query, query.data)}
        label={t('tabs.templates')}
        variant="cards"
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={3} height={72} />}
        failure={(error) => ({ message: errorText(error, t('templates.error')) })}
        empty={
          <EmptyState icon={<IconTemplate size={24} />} title={t('templates.title')} action={add}>
            {t('templates.text')}
          </EmptyState>
        }
        {...(edits && { toolbar: <Group justify="flex-end">{add}</Group> })}
      >
        {(template) => <TemplateRow template={template} edits={edits} onEdit={() => setEditing(template)} />}
      </RowList>
      {editing !== null && (
        <FormDialog title={t(editing === 'new' ? 'templates.add' : 'templates.edit')} onClose={() => setEditing(null)}>
          {({ onCancel, onDirty }) => (
            <TemplateForm
              template={editing === 'new' ? null : editing}
              onCancel={onCancel}
              onDirty={onDirty}
              onDone={() => setEditing(null)}
            />
          )}
        </FormDialog>
      )}
    </Stack>
  );
}

type RowProps = { template: SmsTemplate; edits: boolean; onEdit: () => void };

function TemplateRow({ template, edits, onEdit }: RowProps) {
  const { t } = useTranslation(['sms', 'common']);
  const { act } = useAct();
  const [remove, { isLoading }] = useRemoveSmsTemplateMutation();
  const { id, name, text } = template;
  const confirm = async (): Promise<void> => {
    await act(() => remove(id), { failed: t('templates.delete_error') });
  };
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="start" gap="sm">
        <Text fw={600}>{name}</Text>
        {edits && template.may_change === false && (
          <Text size="xs" c="dimmed">
            {t('templates.not_own')}
          </Text>
        )}
        {edits && template.may_change !== false && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPencil size={14} aria-hidden />}
              aria-label={t('templates.edit_one', { name })}
              onClick={onEdit}
            >
              {t('templates.edit_button')}
            </Button>
            <InlineConfirm
              question={t('templates.delete_question')}
              yes={t('templates.delete')}
              no={t('common:cancel')}
              onConfirm={() => void confirm()}
            >
              {({ onClick }) => (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="error"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  aria-label={t('templates.delete_one', { name })}
                  loading={isLoading}
                  onClick={onClick}
                >
                  {t('templates.delete')}
                </Button>
              )}
            </InlineConfirm>
          </Group>
        )}
      </Group>
      <Text size="sm" c="dimmed" className={classes.text ?? ''} mt={4}>
        {text}
      </Text>
    </Paper>
  );
}

import type { SmsTemplate } from '@belfry/schemas/http/mail/sms';
import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useOpened } from '../../../kit/detail/index.ts';
import { FormDrawer } from '../../../kit/form/index.ts';
import { Row, Rows, useFailure } from '../../../kit/list/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { DotsMenu } from '../../../ui/dots-menu.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useMay } from '../../teams/teams-api.ts';
import { useGetSmsTemplatesQuery, useRemoveSmsTemplateMutation } from './sms-api.ts';
import { TemplateForm } from './template-form.tsx';

type Props = {
  q: string;
  isAdding: boolean;
  /** A second way to add one, where there is none; absent where the first is near. */
  onAdd?: () => void;
  onAdded: () => void;
};

/** The texts of text messages, as a kind of the library. */
export function SmsTemplates({ q, isAdding, onAdd, onAdded }: Props) {
  const { t } = useTranslation('sms');
  const failureOf = useFailure();
  const edits = useMay('edit_templates');
  const { opened, to, close } = useOpened();
  const query = useGetSmsTemplatesQuery();
  const [deleting, setDeleting] = useState<SmsTemplate | null>(null);
  const part = q.toLowerCase();
  const listed = query.data?.filter(({ name, text }) => `${name}\n${text}`.toLowerCase().includes(part));
  const open = edits ? listed?.find(({ id, may_change }) => String(id) === opened && may_change !== false) : undefined;
  return (
    <>
      <Rows
        label={t('tabs.templates')}
        rows={listed}
        keyOf={({ id }) => id}
        failure={failureOf(query, t('templates.error'))}
        empty={
          <EmptyState
            icon={<IconTemplate size={24} aria-hidden />}
            title={t(q === '' ? 'templates.title' : 'templates.none_match')}
            action={
              edits &&
              onAdd &&
              q === '' && (
                <Button variant="default" onClick={onAdd}>
                  {t('templates.add')}
                </Button>
              )
            }
          >
            {q === '' && t('templates.text')}
          </EmptyState>
        }
      >
        {(template) => {
          const { id, name, text, may_change } = template;
          const mayChange = edits && may_change !== false;
          return (
            <Row
              to={to(String(id))}
              isOpen={id === open?.id}
              name={name}
              path={text}
              facts={edits && !mayChange ? t('templates.not_own') : undefined}
              action={
                mayChange && (
                  <DotsMenu of={name}>
                    <Menu.Item c="error" onClick={() => setDeleting(template)}>
                      {t('templates.delete')}
                    </Menu.Item>
                  </DotsMenu>
                )
              }
            />
          );
        }}
      </Rows>
      {open && <TemplateDrawer key={open.id} template={open} onClose={close} />}
      {isAdding && <TemplateDrawer template={null} onClose={onAdded} />}
      {deleting && <DeleteTemplate template={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function TemplateDrawer({ template, onClose }: { template: SmsTemplate | null; onClose: () => void }) {
  const { t } = useTranslation('sms');
  return (
    <FormDrawer title={template?.name ?? t('templates.add')} param="open" onClose={onClose}>
      {(parts) => <TemplateForm template={template} {...parts} onDone={onClose} />}
    </FormDrawer>
  );
}

function DeleteTemplate({ template: { id, name }, onClose }: { template: SmsTemplate; onClose: () => void }) {
  const { t } = useTranslation(['sms', 'library']);
  const { act } = useAct();
  const [remove] = useRemoveSmsTemplateMutation();
  return (
    <ConfirmDialog
      opened
      title={t('templates.delete_one', { name })}
      confirmLabel={t('templates.delete')}
      tone="error"
      onConfirm={() => act(() => remove(id), { failed: t('templates.delete_error') })}
      onClose={onClose}
    >
      {t('library:delete_text')}
    </ConfirmDialog>
  );
}

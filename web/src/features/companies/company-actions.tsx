import { useAct } from '../../ui/use-act.ts';
import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { Text, Button, Group, Alert } from '@mantine/core';
import { useEffect, useEffectEvent, useState, useRef } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { toast } from '../../ui/toast.ts';
import { useDuplicateCompanyMutation, useEditCompanyMutation, useDeleteMainCompanyMutation } from './companies-api.ts';
import type { CompanyAction } from './companies-address.ts';
import { useCompanyErrorText } from './company-errors.ts';
import { DEFAULT_EMBLEM } from '../../ui/emblems/emblem.ts';
import { EmblemIcon } from '../../ui/emblems/emblem-icon.tsx';
import classes from './company-actions.module.css';
import { IconCopy, IconListDetails, IconPencil, IconTrash, IconAlertTriangle, IconUsers } from '@tabler/icons-react';
import { inlineOf, CompanyInlineForm } from './company-form.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { allows } from '@belfry/schemas/domain/actions';
import { ALL_RIGHTS } from '@belfry/schemas/domain/rights';
import { PeopleDialog } from '../teams/index.ts';
import { useRightsIn } from '../teams/teams-api.ts';

type Props = {
  company: MainCompany;
  userId: number;
  action: CompanyAction | null;
  onAction: (action: CompanyAction | null) => void;
  onDuplicated: (company_id: number) => void;
};

export function CompanyActions({ company, userId, action, onAction, onDuplicated }: Props) {
  const { t } = useTranslation(['companies', 'common']);
  const errorText = useCompanyErrorText();
  const [duplicate, { isLoading: duplicating }] = useDuplicateCompanyMutation();
  const [failure, setFailure] = useState<{ title: string; text: string } | null>(null);
  const [last, setLast] = useState<CompanyAction | null>(null);
  const [showsPeople, setShowsPeople] = useState(false);
  const { company_id, name, subcompany_count } = company;
  const open = (next: CompanyAction): void => {
    setFailure(null);
    setLast(next);
    onAction(next);
  };
  const close = (): void => onAction(null);

  const refuseDelete = useEffectEvent((): void => {
    toast('error', t('delete.not_empty'), { title: t('errors.open_delete') });
    close();
  });
  // A link may open the question, and a nested company may be added while it is open.
  useEffect(() => {
    if (action === 'delete' && subcompany_count > 0) refuseDelete();
  }, [action, subcompany_count]);

  const copy = async (): Promise<void> => {
    setFailure(null);
    const { data, error } = await duplicate({ company_id, user_id: userId });
    if (data === undefined) return setFailure({ title: t('errors.duplicate'), text: errorText(error, '') });
    toast('success', t('done.duplicated', { name: name || t('list.unknown') }));
    onDuplicated(data);
  };

  return (
    <section className={classes.actions} aria-label={t('actions.label')}>
      <Text size="sm" fw={600} truncate>
        <EmblemIcon emblem={company.emblem ?? DEFAULT_EMBLEM} size={16} /> {name || t('list.unknown')}
      </Text>
      {failure && <ActionFailure {...failure} closeLabel={t('common:close')} onClose={() => setFailure(null)} />}
      {action === null && (
        <ActionButtons
          company={company}
          userId={userId}
          last={last}
          duplicating={duplicating}
          onOpen={open}
          onDuplicate={() => void copy()}
          onPeople={() => setShowsPeople(true)}
        />
      )}
      {showsPeople && <PeopleDialog node={company} onClose={() => setShowsPeople(false)} />}
      {action === 'edit' && <EditCompany key={company_id} company={company} onClose={close} />}
      {action === 'delete' && subcompany_count === 0 && (
        <DeleteCompany
          company={company}
          userId={userId}
          onFailed={(text) => setFailure({ title: text || t('errors.delete'), text: '' })}
          onClose={close}
        />
      )}
    </section>
  );
}

type ActionButtonsProps = {
  company: MainCompany;
  userId: number;
  last: CompanyAction | null;
  duplicating: boolean;
  onOpen: (action: CompanyAction) => void;
  onDuplicate: () => void;
  onPeople: () => void;
};
/** The actions on the selected company. Delete is offered only for a company without nested ones; see TREE-25. */
function ActionButtons({ company, userId, last, duplicating, onOpen, onDuplicate, onPeople }: ActionButtonsProps) {
  const { t } = useTranslation(['companies', 'teams']);
  const buttons = useRef<HTMLDivElement>(null);
  const rights = useRightsIn(company.user_id);
  // Members change what is in a branch, not the branch itself; administrators see a company of somebody else as its owner does.
  const changesBranch = company.user_id === userId || rights === ALL_RIGHTS;
  useEffect(() => {
    if (last) buttons.current?.querySelector<HTMLButtonElement>(`[data-action="${last}"]`)?.focus();
  }, [last]);
  const icon = { size: 16, 'aria-hidden': true } as const;
  const opens = (action: CompanyAction) => ({
    size: 'xs' as const,
    'data-action': action,
    onClick: () => onOpen(action),
  });
  return (
    <Group ref={buttons} gap="xs">
      {allows(rights, 'edit_places') && (
        <>
          <Button {...opens('edit')} variant="default" leftSection={<IconPencil {...icon} />}>
            {t('actions.edit')}
          </Button>
          <Button {...opens('details')} variant="default" leftSection={<IconListDetails {...icon} />}>
            {t('actions.details')}
          </Button>
        </>
      )}
      {changesBranch && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy {...icon} />}
          loading={duplicating}
          onClick={onDuplicate}
        >
          {t('actions.duplicate')}
        </Button>
      )}
      {allows(rights, 'manage_members') && (
        <Button size="xs" variant="default" leftSection={<IconUsers {...icon} />} onClick={onPeople}>
          {t('teams:people')}
        </Button>
      )}
      {changesBranch && company.subcompany_count === 0 && (
        <Button {...opens('delete')} variant="light" color="error" leftSection={<IconTrash {...icon} />}>
          {t('actions.delete')}
        </Button>
      )}
    </Group>
  );
}

type EditCompanyProps = { company: MainCompany; onClose: () => void };

function EditCompany({ company, onClose }: EditCompanyProps) {
  const { t } = useTranslation('companies');
  const errorText = useCompanyErrorText();
  const [edit] = useEditCompanyMutation();
  const { act, failure } = useAct({ inline: true });
  return (
    <CompanyInlineForm
      label={t('form.edit_title')}
      initial={inlineOf(company)}
      submitLabel={t('form.save')}
      failure={failure !== null && <ActionFailure title={t('errors.edit')} text={failure} />}
      onSend={async (values) => {
        const answer = await act(() => edit({ company_id: company.company_id, ...values }), {
          done: t('done.saved', { name: values.name }),
          failed: '',
          textOf: (error) => errorText(error, ''),
        });
        if (answer === undefined) return;
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

type DeleteCompanyProps = {
  company: MainCompany;
  userId: number;
  onFailed: (text: string) => void;
  onClose: () => void;
};

/** Confirms the deletion of a company. The refetched list then clears the selection. */
function DeleteCompany({ company: { company_id, name }, userId, onFailed, onClose }: DeleteCompanyProps) {
  const { t } = useTranslation('companies');
  const errorText = useCompanyErrorText();
  const [remove] = useDeleteMainCompanyMutation();
  const label = name || t('list.unknown');
  return (
    <ConfirmDialog
      opened
      title={t('delete.title', { name: label })}
      confirmLabel={t('delete.confirm')}
      tone="error"
      onConfirm={async () => {
        const { error } = await remove({ company_id, user_id: userId });
        if (error) onFailed(errorText(error, ''));
        else toast('success', t('done.deleted', { name: label }));
      }}
      onClose={onClose}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
}

type ActionFailureProps = { title: string; text?: string; closeLabel?: string; onClose?: () => void };

function ActionFailure({ title, text = '', closeLabel, onClose }: ActionFailureProps) {
  return (
    <Alert
      role="alert"
      color="error"
      variant="light"
      p="sm"
      title={title}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      withCloseButton={onClose !== undefined}
      closeButtonLabel={closeLabel}
      onClose={onClose}
    >
      {text !== title && text}
    </Alert>
  );
}

import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { Button, Group } from '@mantine/core';
import { IconCopy, IconListDetails, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompanyAction } from '../../address/companies-address.ts';

type Props = {
  company: MainCompany;
  /** The form that was open before; its button gets the focus. */
  last: CompanyAction | null;
  duplicating: boolean;
  onOpen: (action: CompanyAction) => void;
  onDuplicate: () => void;
};

/** The actions on the selected company. Delete is offered only for a company without nested ones; see TREE-25. */
export function ActionButtons({ company, last, duplicating, onOpen, onDuplicate }: Props) {
  const { t } = useTranslation('companies');
  const buttons = useRef<HTMLDivElement>(null);
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
      <Button {...opens('edit')} variant="default" leftSection={<IconPencil {...icon} />}>
        {t('actions.edit')}
      </Button>
      <Button {...opens('details')} variant="default" leftSection={<IconListDetails {...icon} />}>
        {t('actions.details')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy {...icon} />}
        loading={duplicating}
        onClick={onDuplicate}
      >
        {t('actions.duplicate')}
      </Button>
      {company.subcompany_count === 0 && (
        <Button {...opens('delete')} variant="light" color="error" leftSection={<IconTrash {...icon} />}>
          {t('actions.delete')}
        </Button>
      )}
    </Group>
  );
}

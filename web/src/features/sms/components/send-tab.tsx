import { Badge, Button } from '@mantine/core';
import { IconBinaryTree2, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { countSelected } from '../selected-devices.ts';

/** Announces sending, and shows the number of selected devices. */
export function SendTab() {
  const { t } = useTranslation('sms');
  const locale = useLocale();
  const [address] = useSearchParams();
  const count = countSelected(address.get('devices'));
  return (
    <EmptyState
      icon={<IconSend size={24} />}
      title={t('send.title')}
      action={
        <>
          <Badge component="output" size="lg" tt="none" my="xs" variant="light" color={count > 0 ? 'device' : 'gray'}>
            {count > 0 ? t('send.selected', { count, figure: formatCount(count, locale) }) : t('send.none')}
          </Badge>
          <Button
            component={Link}
            to="/navigation"
            variant="light"
            leftSection={<IconBinaryTree2 size={16} aria-hidden />}
          >
            {t('send.choose')}
          </Button>
        </>
      }
    >
      {t('send.text')}
    </EmptyState>
  );
}

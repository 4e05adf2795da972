import { Badge, Button, Group } from '@mantine/core';
import { IconBinaryTree2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';

/** How many places are selected, and the way to the company tree, where others are. */
export function SelectedPlaces({ count }: { count: number }) {
  const { t } = useTranslation('sms');
  const locale = useLocale();
  return (
    <Group gap="sm">
      <Badge component="output" size="lg" tt="none" variant="light" color={count > 0 ? 'device' : 'gray'}>
        {count > 0 ? t('send.selected', { count, formatted: formatCount(count, locale) }) : t('send.none')}
      </Badge>
      <Button
        component={Link}
        to="/navigation"
        size="compact-sm"
        variant="light"
        leftSection={<IconBinaryTree2 size={16} aria-hidden />}
      >
        {t('send.choose')}
      </Button>
    </Group>
  );
}

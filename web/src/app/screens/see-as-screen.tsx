import { maskOf, type Right } from '@belfry/schemas/domain/rights';
import { List } from '@mantine/core';
import { SeeAsPage } from '../../features/teams/index.ts';
import { useLocale } from '../../lib/i18n.ts';
import { offeredLinks } from './access.tsx';

export const SeeAsScreen = () => <SeeAsPage renderMenu={(rights) => <Links rights={rights} />} />;

function Links({ rights }: { rights: readonly Right[] }) {
  const locale = useLocale();
  return (
    <List size="sm">
      {offeredLinks('user', maskOf(rights)).map(({ path, label }) => (
        <List.Item key={path}>{label[locale]}</List.Item>
      ))}
    </List>
  );
}

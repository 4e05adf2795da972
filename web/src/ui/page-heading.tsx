import { Text, Title } from '@mantine/core';

/** The title of a screen and its description. */
export const PageHeading = ({ title, lead }: { title: string; lead: string }) => (
  <div>
    <Title order={1} size="h2">
      {title}
    </Title>
    <Text c="dimmed">{lead}</Text>
  </div>
);

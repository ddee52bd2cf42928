import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** A native select, with the same arrow as the filters. */
export function ChoiceField(props: NativeSelectProps) {
  return <NativeSelect rightSection={<IconChevronDown size={18} aria-hidden="true" />} {...props} />;
}

import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** A choice in a form: the device's own list, with the arrow that the filters have. */
export function ChoiceField(props: NativeSelectProps) {
  return <NativeSelect rightSection={<IconChevronDown size={18} aria-hidden="true" />} {...props} />;
}

import type { Page, Places } from '#content/page.ts'
import { isAboutFaults } from './about-faults.ts'
import { isAboutPrograms } from './about-programs.ts'
import { isAnnouncement } from './announcement.ts'
import { isAboutItem } from './item.ts'
import { isList } from './list.ts'

export type Veto = 'about-faults' | 'about-programs' | 'announcement' | 'item' | 'list'

/** Facts about a page that turn off the records of the classes that name them. */
export const vetoes: Readonly<Record<Veto, (page: Page, places: Places) => boolean>> = {
  'about-faults': isAboutFaults,
  'about-programs': isAboutPrograms,
  announcement: isAnnouncement,
  item: isAboutItem,
  list: isList,
}

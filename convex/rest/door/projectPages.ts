import { errorData } from "../../lib/errors.ts";
import type { Call } from "./endpoint.ts";
import { type LongList, requireWaiting } from "./longAnswer.ts";

/** The definition of a list: `next` of a page is the value of `after` for the next page; null when there is none. */
type Definition<Item, Place, Page> = {
  newList: () => LongList<Item, Place>;
  itemsOf: (page: Page) => readonly Item[];
  /** Reads the page of a project after a time; the first page comes after 0. */
  read: (call: Call, projectId: string, after: number) => Promise<Page>;
};

/**
 * Lists that are read project by project and page by page, because the records of a company do not fit one
 * transaction.
 */
export class ProjectPages<Item, Place, Page extends { next: number | null }> {
  readonly #list: Definition<Item, Place, Page>;

  constructor(list: Definition<Item, Place, Page>) {
    this.#list = list;
  }

  /** The list of the project of a call: that of its first page and of all later pages. */
  async ofOne(call: Call, first: Page): Promise<LongList<Item, Place>> {
    return await this.#from(call, call.params["projectId"] ?? "", first);
  }

  /** The list of all these projects. */
  async ofAll(call: Call, projects: readonly { id: string }[]): Promise<LongList<Item, Place>> {
    const items = this.#list.newList();
    for (const { id } of projects) {
      try {
        items.join(await this.#from(call, id, await this.#read(call, id, 0)));
      } catch (error) {
        // The project was deleted after the list was read, so its records do not belong to the answer.
        if (errorData(error)?.code !== "not_found") throw error;
      }
    }
    return items;
  }

  async #from(call: Call, projectId: string, first: Page): Promise<LongList<Item, Place>> {
    const items = this.#list.newList();
    items.add(this.#list.itemsOf(first));
    for (let { next } = first; next !== null;) {
      const page = await this.#read(call, projectId, next);
      items.add(this.#list.itemsOf(page));
      next = page.next;
    }
    return items;
  }

  async #read(call: Call, projectId: string, after: number): Promise<Page> {
    requireWaiting(call.request);
    return await this.#list.read(call, projectId, after);
  }
}

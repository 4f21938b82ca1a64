import { useSearch } from "@tanstack/react-router";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { HistoryPanel } from "./history-panel.tsx";
import { historySearch } from "../../lib/history/history-search.ts";

/** The history of the unit that is open over a page, with its filters in the page's address. */
export default function UnitHistory({ unitId }: { unitId: string }) {
  const search = useSearch({ strict: false });
  const address = useDialogAddress();
  return <HistoryPanel subject={{ unitId }} search={historySearch(search)} address={address} />;
}

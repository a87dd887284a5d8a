import { Button, Drawer, Text } from "@medusajs/ui"
import { useState, type ReactNode } from "react"

interface DrawerButtonProps {
  label: string
  title: string
  description: string
  /** Mounted with each opening. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a form beside the page. */
export function DrawerButton({ label, title, description, children }: DrawerButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Drawer open={isOpen} onOpenChange={setIsOpen}>
      <Drawer.Trigger asChild>
        <Button size="small" variant="secondary">
          {label}
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.Description>{description}</Drawer.Description>
        </Drawer.Header>
        {isOpen && children(() => setIsOpen(false))}
      </Drawer.Content>
    </Drawer>
  )
}

interface DrawerFormProps {
  children: ReactNode
  error: Error | null
  confirm: string
  isDangerous?: boolean
  isPending: boolean
  onConfirm: () => void
}

/** The fields of such a form, the backend's error below them, and the buttons. */
export function DrawerForm({ children, error, confirm, isPending, onConfirm, ...form }: DrawerFormProps) {
  return (
    <>
      <Drawer.Body className="flex flex-col gap-y-5 overflow-y-auto">
        {children}
        {error && (
          <Text size="small" className="text-ui-fg-error" role="alert">
            {error.message}
          </Text>
        )}
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button size="small" variant="secondary">
            Cancel
          </Button>
        </Drawer.Close>
        <Button
          size="small"
          variant={form.isDangerous ? "danger" : "primary"}
          isLoading={isPending}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </Drawer.Footer>
    </>
  )
}
